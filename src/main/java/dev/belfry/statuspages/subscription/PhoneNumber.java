package dev.belfry.statuspages.subscription;

import java.util.List;
import java.util.regex.Pattern;

/** Phone numbers as E.164 writes them: a plus sign, the country code and the rest, digits alone. */
public final class PhoneNumber {
  private static final Pattern E164 = Pattern.compile("\\+[1-9][0-9]{6,14}");
  private static final Pattern SEPARATORS = Pattern.compile("[\\s\\u00a0()./-]");

  private PhoneNumber() {}

  /** A number as people type it, without what only makes it readable. */
  public static String normalized(String typed) {
    String digits = SEPARATORS.matcher(typed).replaceAll("");
    return digits.startsWith("00") ? "+" + digits.substring(2) : digits;
  }

  /** Whether a normalized number is one of E.164. */
  public static boolean isWellFormed(String number) {
    return E164.matcher(number).matches();
  }

  /** Whether a number begins like one of those that the operator allows. */
  public static boolean isAllowed(String number, List<String> beginnings) {
    return beginnings.stream().anyMatch(number::startsWith);
  }
}
