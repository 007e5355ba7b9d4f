package dev.belfry.api.http;

import dev.belfry.platform.guard.IpLiteral;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads who handed a request on, in both spellings there are; the nearest one is the last. */
final class ForwardedHeader {
  /** What a token may hold besides letters and digits (RFC 9110, section 5.6.2). */
  private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

  private final String text;
  private int at;

  private ForwardedHeader(String text) {
    this.text = text;
  }

  /** The parts of X-Forwarded-For between its commas. */
  static List<String> ofForwardedFor(String text) {
    return List.of(text.split(",", -1)).stream().map(String::strip).toList();
  }

  /**
   * The {@code for} of each element (RFC 7239, section 4), {@code unknown} where there is none;
   * null when the text is not well-formed.
   */
  static @Nullable List<String> ofForwarded(String text) {
    return new ForwardedHeader(text).elements();
  }

  /** The address of a node, with or without a port; null when it has none or is not well-formed. */
  static @Nullable InetAddress address(String node) {
    if (node.startsWith("[")) {
      int end = node.indexOf(']');
      return end > 0 && isPort(node.substring(end + 1))
          ? IpLiteral.parse(node.substring(1, end))
          : null;
    }
    int colon = node.indexOf(':');
    boolean isFour = colon < 0 || colon == node.lastIndexOf(':');
    if (!isFour) { // IPv6 without brackets, as older proxies write it; a port cannot be told apart.
      return IpLiteral.parse(node);
    }
    String host = colon < 0 ? node : node.substring(0, colon);
    return isPort(node.substring(host.length())) ? IpLiteral.parse(host) : null;
  }

  /** Nothing, or a colon with a port number or an obfuscated port (RFC 7239, section 6). */
  private static boolean isPort(String text) {
    return text.isEmpty() || text.matches(":([0-9]{1,5}|_[A-Za-z0-9._-]{1,64})");
  }

  private @Nullable List<String> elements() {
    List<String> nodes = new ArrayList<>();
    while (true) {
      skipBlanks();
      if (at == text.length()) {
        return nodes;
      }
      if (text.charAt(at) == ',') { // An empty element of a list means nothing.
        at++;
        continue;
      }
      String node = element();
      if (node == null) {
        return null;
      }
      nodes.add(node);
    }
  }

  /** One element up to its end; null when it is not well-formed or says twice who it was. */
  private @Nullable String element() {
    String node = null;
    while (true) {
      String name = token();
      if (name.isEmpty() || !take('=')) {
        return null;
      }
      String value = at < text.length() && text.charAt(at) == '"' ? quoted() : token();
      if (value == null || value.isEmpty()) {
        return null;
      }
      if (name.toLowerCase(Locale.ROOT).equals("for")) {
        if (node != null) {
          return null;
        }
        node = value;
      }
      skipBlanks();
      if (at == text.length() || text.charAt(at) == ',') {
        return node == null ? "unknown" : node;
      }
      if (!take(';')) {
        return null;
      }
      skipBlanks();
    }
  }

  private String token() {
    int from = at;
    while (at < text.length() && isToken(text.charAt(at))) {
      at++;
    }
    return text.substring(from, at);
  }

  private static boolean isToken(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || TOKEN_MARKS.indexOf(c) >= 0;
  }

  private @Nullable String quoted() {
    StringBuilder value = new StringBuilder();
    for (at++; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '"') {
        at++;
        return value.toString();
      }
      if (c == '\\' && ++at == text.length()) {
        return null;
      }
      value.append(text.charAt(at));
    }
    return null;
  }

  private boolean take(char c) {
    boolean there = at < text.length() && text.charAt(at) == c;
    at += there ? 1 : 0;
    return there;
  }

  private void skipBlanks() {
    while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
      at++;
    }
  }
}
