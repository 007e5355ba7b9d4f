package dev.belfry.platform.guard;

import io.netty.util.NetUtil;
import java.net.IDN;
import java.net.InetAddress;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The host of a target, in the one spelling that is left after reading it.
 *
 * @param name lower case, in ASCII, without a dot at the end; an IPv6 address without brackets
 * @param isAbsolute whether a dot at the end said that no search domain may be added
 * @param address what the name means when it is an address; null when it has to be looked up
 */
public record Host(String name, boolean isAbsolute, @Nullable InetAddress address) {
  private static final Pattern LABEL = Pattern.compile("[a-z0-9_-]{1,63}");
  private static final Pattern NUMBER = Pattern.compile("[0-9]+|0x[0-9a-f]*");

  /** Letters that IDNA 2003, which Java has, maps to others and IDNA 2008 does not. */
  private static final Pattern DEVIATION = Pattern.compile("[\u00df\u03c2\u200c\u200d\u1e9e]");

  private static final int MOST_CHARACTERS = 253;

  /**
   * Reads the host of a URL.
   *
   * @throws TargetRefusedException for a spelling that has no meaning or more than one: other
   *     numbers than four decimal ones, zones, percent signs, empty or long labels
   */
  static Host parse(String text) throws TargetRefusedException {
    if (text.startsWith("[")) {
      return v6(text);
    }
    String ascii = ascii(text).toLowerCase(Locale.ROOT);
    boolean absolute = ascii.endsWith(".");
    String name = absolute ? ascii.substring(0, ascii.length() - 1) : ascii;
    if (name.isEmpty() || name.length() > MOST_CHARACTERS) {
      throw invalid(text);
    }
    InetAddress address = IpLiteral.parse(name);
    if (address != null && name.indexOf(':') < 0) {
      return new Host(name, false, address);
    }
    String[] labels = name.split("\\.", -1);
    for (String label : labels) {
      if (!LABEL.matcher(label).matches()) {
        throw invalid(text);
      }
    }
    if (NUMBER.matcher(labels[labels.length - 1]).matches()) {
      throw new TargetRefusedException(
          RefusalReason.INVALID,
          "An IPv4 address has four decimal numbers without leading zeros, not " + shown(text));
    }
    return new Host(name, absolute, null);
  }

  /**
   * Reads a host that stands alone, where an IPv6 address needs no brackets.
   *
   * @throws TargetRefusedException as {@link #parse}
   */
  public static Host ofName(String text) throws TargetRefusedException {
    return parse(text.indexOf(':') >= 0 && !text.startsWith("[") ? '[' + text + ']' : text);
  }

  private static Host v6(String text) throws TargetRefusedException {
    String inner = text.endsWith("]") ? text.substring(1, text.length() - 1) : "";
    InetAddress address = inner.indexOf(':') < 0 ? null : IpLiteral.parse(inner);
    if (address == null) {
      throw invalid(text);
    }
    return new Host(NetUtil.toAddressString(address), false, address);
  }

  private static String ascii(String text) throws TargetRefusedException {
    if (text.chars().allMatch(c -> c < 128)) {
      return text;
    }
    if (DEVIATION.matcher(text).find()) {
      throw new TargetRefusedException(
          RefusalReason.INVALID, "The host name " + shown(text) + " has to be written with xn--");
    }
    try {
      return IDN.toASCII(text);
    } catch (IllegalArgumentException e) {
      throw invalid(text);
    }
  }

  private static TargetRefusedException invalid(String text) {
    return new TargetRefusedException(
        RefusalReason.INVALID, shown(text) + " is not a host name or an address");
  }

  private static String shown(String text) {
    String start = text.length() <= 80 ? text : text.substring(0, 80) + "...";
    return '"' + start.replaceAll("[^\\p{Graph}\u00a0-\uffff]", "?") + '"';
  }

  /** The name as it is looked up. */
  public String lookupName() {
    return isAbsolute ? name + '.' : name;
  }

  /** The host as it stands in a URL. */
  @Override
  public String toString() {
    return name.indexOf(':') < 0 ? name : '[' + name + ']';
  }
}
