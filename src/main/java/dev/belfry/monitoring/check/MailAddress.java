package dev.belfry.monitoring.check;

import java.util.regex.Pattern;

/** Addresses that mail is sent to. */
public final class MailAddress {
  /** RFC 5321 section 4.5.3.1.3, without the angle brackets. */
  private static final int LONGEST = 254;

  /** One @, a domain with a dot or a plain host; the rest is for the mail server to judge. */
  private static final Pattern ADDRESS =
      Pattern.compile(
          "[^\\s\\p{Cntrl}@<>,;\"]+@[^\\s\\p{Cntrl}@<>,;\"._-][^\\s\\p{Cntrl}@<>,;\"]*");

  private MailAddress() {}

  /** Whether a text can be one e-mail address such as {@code ops@example.com}. */
  public static boolean isWellFormed(String text) {
    return text.length() <= LONGEST && ADDRESS.matcher(text).matches();
  }
}
