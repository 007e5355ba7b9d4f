package dev.belfry.platform.config;

/** Words problems with the configuration. */
final class Messages {
  private static final int QUOTED = 80;

  private Messages() {}

  /** A value as it is shown to a person: in quotes, on one line, not too long. */
  static String quote(String value) {
    return '"' + plain(value) + '"';
  }

  /** A name as it is shown to a person: on one line, not too long. */
  static String plain(String name) {
    String shown = name.length() <= QUOTED ? name : name.substring(0, QUOTED) + "...";
    return shown.replaceAll("[\\p{Cntrl}\\p{Cs}]", "?");
  }

  /** {@code "http.port (belfry.yaml, line 3): must be a whole number, not "x""}. */
  static String problem(ConfigKey key, Settings.Entry entry, String reason) {
    String value = key.secret() ? "" : ", not " + quote(entry.text());
    return entry.where() + ": " + reason + value;
  }
}
