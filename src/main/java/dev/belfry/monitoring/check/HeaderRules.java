package dev.belfry.monitoring.check;

import dev.belfry.platform.error.Violation;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which headers an account may give to a request (RFC 9110, sections 5.1 and 5.5). */
public final class HeaderRules {
  /** A token (RFC 9110, section 5.6.2). */
  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  private static final int DELETE = 0x7f;

  private static final Set<String> RESERVED =
      Set.of(
          "host", "connection", "content-length", "transfer-encoding", "upgrade", "expect", "te");

  private HeaderRules() {}

  /** Whether a text can be the name of a header. */
  public static boolean isName(String text) {
    return TOKEN.matcher(text).matches();
  }

  /**
   * Whether the service sets a header of this name, in any case, itself. Such headers say where a
   * message goes or how it is framed (RFC 9110, sections 7.2, 7.6 and 10.1; RFC 9112, section 6).
   */
  public static boolean isReserved(String name) {
    return RESERVED.contains(name.toLowerCase(Locale.ROOT));
  }

  /** Whether a text can be the value of a header: it has no control characters but tabs. */
  public static boolean isValue(String text) {
    return text.chars().noneMatch(c -> (c < ' ' && c != '\t') || c == DELETE);
  }

  /** Adds what is wrong with the name of a header; null is no name. */
  public static void checkName(String path, @Nullable String name, List<Violation> violations) {
    if (name == null || !isName(name)) {
      violations.add(
          new Violation(path, "must be the name of a header: letters, digits and !#$%&'*+-.^_`|~"));
    } else if (isReserved(name)) {
      violations.add(
          new Violation(path, "must not be a header that the service sets itself, such as Host"));
    }
  }

  /** Adds what is wrong with the value of a header; null is none. */
  public static void checkValue(String path, @Nullable String value, List<Violation> violations) {
    if (value != null && !isValue(value)) {
      violations.add(new Violation(path, "must not have control characters but tabs"));
    }
  }
}
