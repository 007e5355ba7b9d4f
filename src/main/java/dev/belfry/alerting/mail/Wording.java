package dev.belfry.alerting.mail;

import dev.belfry.monitoring.check.AlertSettings;
import dev.belfry.monitoring.check.EscalationType;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats times, durations, links and settings for e-mails. */
public final class Wording {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm:ss 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private Wording() {}

  static String time(Instant instant) {
    return TIME.format(instant);
  }

  /** A duration in its two largest units; at least one second. */
  static String length(Duration duration) {
    long seconds = Math.max(1, duration.toSeconds());
    if (seconds < 60) {
      return count(seconds, "second");
    }
    long minutes = seconds / 60;
    if (minutes < 60) {
      return two(count(minutes, "minute"), seconds % 60, "second");
    }
    long hours = minutes / 60;
    return hours < 24
        ? two(count(hours, "hour"), minutes % 60, "minute")
        : two(count(hours / 24, "day"), hours % 24, "hour");
  }

  private static String two(String first, long amount, String unit) {
    return amount == 0 ? first : first + " " + count(amount, unit);
  }

  /** Such as {@code 1 day}, {@code 2 days}. */
  static String count(long amount, String unit) {
    return amount + " " + unit + (amount == 1 ? "" : "s");
  }

  /** One line without control characters, cut to {@code most} characters. */
  public static String line(String text, int most) {
    String line = text.replaceAll("[\\p{Cntrl}\\u0080-\\u009f\\u2028\\u2029]+", " ").strip();
    if (line.codePointCount(0, line.length()) <= most) {
      return line;
    }
    return line.substring(0, line.offsetByCodePoints(0, most - 1)).stripTrailing() + "…";
  }

  /** An absolute http or https address; null for anything else. */
  static @Nullable URI link(String text) {
    try {
      URI uri = URI.create(text);
      boolean web =
          "https".equalsIgnoreCase(uri.getScheme()) || "http".equalsIgnoreCase(uri.getScheme());
      return web && uri.getHost() != null && isAscii(text) ? uri : null;
    } catch (IllegalArgumentException notAnAddress) {
      return null;
    }
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c > ' ' && c < 127);
  }

  /** The condition under which the alert was raised. */
  static String threshold(AlertSettings settings, boolean degraded) {
    String state = degraded ? "degraded" : "failed";
    String runs =
        settings.escalationType() == EscalationType.TIME_BASED
            ? state + " for " + Wording.length(settings.failingThreshold())
            : count(settings.runBasedEscalation().failedRunThreshold(), "run")
                + (settings.runBasedEscalation().failedRunThreshold() == 1 ? "" : " in a row")
                + " "
                + state;
    AlertSettings.ParallelRunFailureThreshold share = settings.parallelRunFailureThreshold();
    return !degraded && share.enabled()
        ? runs + ", each at " + share.percentage() + "% of the locations or more"
        : runs;
  }
}
