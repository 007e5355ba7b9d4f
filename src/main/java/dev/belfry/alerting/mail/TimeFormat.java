package dev.belfry.alerting.mail;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.time.format.TextStyle;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How a person reads times in e-mails.
 *
 * @param zone of the person
 * @param language by which dates are written; null for the form of all other e-mails
 */
public record TimeFormat(ZoneId zone, @Nullable Locale language) {
  /** For addresses that belong to no person: English, in UTC. */
  public static final TimeFormat PLAIN = new TimeFormat(ZoneOffset.UTC, null);

  /**
   * The format of a person.
   *
   * @param zone IANA name; null, or one that this program does not know, stands for UTC
   * @param language BCP 47, null when the person chose none
   */
  public static TimeFormat of(@Nullable String zone, @Nullable String language) {
    return new TimeFormat(zone(zone), language == null ? null : Locale.forLanguageTag(language));
  }

  private static ZoneId zone(@Nullable String name) {
    try {
      return name == null ? ZoneOffset.UTC : ZoneId.of(name).normalized();
    } catch (DateTimeException unknown) {
      return ZoneOffset.UTC;
    }
  }

  /** A time to the second, with its zone. */
  public String time(Instant instant) {
    if (language == null) {
      return zone.equals(ZoneOffset.UTC)
          ? Wording.time(instant)
          : DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm:ss", Locale.ENGLISH)
                  .withZone(zone)
                  .format(instant)
              + suffix();
    }
    String text =
        DateTimeFormatter.ofLocalizedDateTime(FormatStyle.LONG, FormatStyle.MEDIUM)
            .withLocale(language)
            .withZone(zone)
            .format(instant);
    // Narrow spaces before AM are not in all fonts.
    return text.replace('\u202f', ' ') + suffix();
  }

  private String suffix() {
    return zone.equals(ZoneOffset.UTC)
        ? " UTC"
        : " (" + zone.getDisplayName(TextStyle.NARROW, Locale.ROOT) + ")";
  }
}
