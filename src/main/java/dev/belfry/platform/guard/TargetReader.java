package dev.belfry.platform.guard;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes addresses apart (RFC 3986) and refuses what two readers could take for different hosts. */
final class TargetReader {
  private static final Pattern SCHEME =
      Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):(.*)", Pattern.DOTALL);
  private static final Pattern PORT = Pattern.compile("[0-9]{1,5}");
  private static final Pattern USER_INFO = Pattern.compile("[!-~&&[^@]]*");
  private static final int MOST_CHARACTERS = 8_192;
  private static final int MOST_PORT = 65_535;
  private static final String UNSAFE_IN_PATH = " \"<>\\^`{|}";

  private TargetReader() {}

  static Target absolute(String url) throws TargetRefusedException {
    checkCharacters(url);
    Matcher scheme = SCHEME.matcher(url);
    if (!scheme.matches()) {
      throw invalid("The address does not start with http:// or https://");
    }
    return withScheme(scheme.group(1), scheme.group(2));
  }

  static Target relative(Target from, String location) throws TargetRefusedException {
    checkCharacters(location);
    Matcher scheme = SCHEME.matcher(location);
    if (scheme.matches()) {
      return withScheme(scheme.group(1), scheme.group(2));
    }
    if (location.startsWith("//")) {
      return afterSlashes(from.isSecure(), location.substring(2));
    }
    String reference = beforeFragment(location);
    return new Target(
        from.isSecure(),
        from.userInfo(),
        from.host(),
        from.port(),
        encoded(resolved(from.pathAndQuery(), reference)));
  }

  private static Target withScheme(String scheme, String rest) throws TargetRefusedException {
    String lower = scheme.toLowerCase(Locale.ROOT);
    if (!lower.equals("http") && !lower.equals("https")) {
      throw invalid("Only http and https addresses are requested, not " + lower);
    }
    if (!rest.startsWith("//")) {
      throw invalid("The address has no host");
    }
    return afterSlashes(lower.equals("https"), rest.substring(2));
  }

  private static Target afterSlashes(boolean secure, String rest) throws TargetRefusedException {
    int end = 0;
    while (end < rest.length() && "/?#".indexOf(rest.charAt(end)) < 0) {
      end++;
    }
    String authority = rest.substring(0, end);
    int at = authority.lastIndexOf('@');
    String userInfo = at < 0 ? null : authority.substring(0, at);
    if (authority.indexOf('\\') >= 0
        || (userInfo != null && !USER_INFO.matcher(userInfo).matches())) {
      throw invalid("The address can be read as more than one host");
    }
    String hostAndPort = authority.substring(at + 1);
    int colon = hostAndPort.lastIndexOf(':');
    boolean hasPort = colon > hostAndPort.lastIndexOf(']');
    Host host = Host.parse(hasPort ? hostAndPort.substring(0, colon) : hostAndPort);
    int port = hasPort ? port(hostAndPort.substring(colon + 1), secure) : Target.portOf(secure);
    String path = beforeFragment(rest.substring(end));
    return new Target(
        secure, userInfo, host, port, encoded(path.startsWith("/") ? path : "/" + path));
  }

  private static int port(String text, boolean secure) throws TargetRefusedException {
    if (text.isEmpty()) {
      return Target.portOf(secure);
    }
    int port = PORT.matcher(text).matches() ? Integer.parseInt(text) : 0;
    if (port < 1 || port > MOST_PORT) {
      throw invalid("A port is a number from 1 to " + MOST_PORT);
    }
    return port;
  }

  private static void checkCharacters(String text) throws TargetRefusedException {
    if (text.length() > MOST_CHARACTERS) {
      throw invalid("The address is longer than " + MOST_CHARACTERS + " characters");
    }
    if (text.startsWith("\\") || text.startsWith("/\\")) {
      throw invalid("The address can be read as more than one host");
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c == 0x7f) {
        throw invalid("The address contains a control character");
      }
    }
  }

  private static String beforeFragment(String text) {
    int hash = text.indexOf('#');
    return hash < 0 ? text : text.substring(0, hash);
  }

  private static String resolved(String base, String reference) {
    int query = base.indexOf('?');
    String basePath = query < 0 ? base : base.substring(0, query);
    if (reference.isEmpty()) {
      return base;
    }
    if (reference.startsWith("?")) {
      return basePath + reference;
    }
    int mark = reference.indexOf('?');
    String path = mark < 0 ? reference : reference.substring(0, mark);
    String merged =
        path.startsWith("/") ? path : basePath.substring(0, basePath.lastIndexOf('/') + 1) + path;
    return withoutDots(merged) + (mark < 0 ? "" : reference.substring(mark));
  }

  private static String withoutDots(String path) {
    Deque<String> kept = new ArrayDeque<>();
    String[] segments = path.split("/", -1);
    for (int i = 1; i < segments.length; i++) {
      String segment = segments[i];
      boolean last = i == segments.length - 1;
      if (segment.equals("..")) {
        kept.pollLast();
      }
      if (!segment.equals(".") && !segment.equals("..")) {
        kept.addLast(segment);
      } else if (last) {
        kept.addLast("");
      }
    }
    return "/" + String.join("/", kept);
  }

  /** Percent-encodes what may not stand in a request line. */
  private static String encoded(String path) {
    if (path.chars().allMatch(c -> c < 0x7f && UNSAFE_IN_PATH.indexOf(c) < 0)) {
      return path;
    }
    StringBuilder out = new StringBuilder(path.length() + 16);
    for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
      if (b < 0 || UNSAFE_IN_PATH.indexOf(b) >= 0) {
        out.append(String.format(Locale.ROOT, "%%%02X", b & 0xff));
      } else {
        out.append((char) b);
      }
    }
    return out.toString();
  }

  private static TargetRefusedException invalid(String sentence) {
    return new TargetRefusedException(RefusalReason.INVALID, sentence);
  }
}
