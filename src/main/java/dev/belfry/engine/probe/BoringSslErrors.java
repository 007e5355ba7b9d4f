package dev.belfry.engine.probe;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Puts the errors of BoringSSL into words, those of the JDK where both can say the same. */
final class BoringSslErrors {
  private static final Pattern ERROR =
      Pattern.compile("error:[0-9a-fA-F]+:[^:]*:[^:]*:([A-Z0-9_]+)");

  /** An alert carries the protocol that introduced it: {@code TLSV1_ALERT_UNKNOWN_CA}. */
  private static final Pattern ALERT = Pattern.compile("(?:SSLV3|TLSV1|TLSV13)_(?:ALERT_)?(.+)");

  private BoringSslErrors() {}

  /** The message of an exception; one that is not of BoringSSL stays as it is. */
  static String inPlainWords(String message) {
    Matcher error = ERROR.matcher(message);
    if (!error.matches()) {
      return message;
    }
    String reason = error.group(1).toLowerCase(Locale.ROOT);
    Matcher alert = ALERT.matcher(error.group(1));
    return alert.matches()
        ? "Received fatal alert: " + alert.group(1).toLowerCase(Locale.ROOT)
        : reason.replace('_', ' ');
  }
}
