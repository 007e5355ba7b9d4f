package dev.belfry.statuspages.publicsite;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.ResourceBundle;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The texts of status pages in one language. */
public final class SiteTexts {
  private static final Locale FALLBACK = Locale.ENGLISH;
  private static final List<Locale> LOCALES = List.of(FALLBACK, Locale.GERMAN);
  private static final Map<String, SiteTexts> KNOWN =
      LOCALES.stream().collect(Collectors.toMap(Locale::getLanguage, SiteTexts::new));

  private final Locale locale;
  private final ResourceBundle words;

  private SiteTexts(Locale locale) {
    this.locale = locale;
    this.words =
        ResourceBundle.getBundle(
            "site.texts",
            locale.equals(FALLBACK) ? Locale.ROOT : locale,
            ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES));
  }

  /** The texts in a known language. */
  static SiteTexts of(String language) {
    return Objects.requireNonNull(KNOWN.get(language), language);
  }

  /** The texts of all languages. */
  public static List<SiteTexts> all() {
    return LOCALES.stream().map(locale -> of(locale.getLanguage())).toList();
  }

  /**
   * Chooses the language of a response.
   *
   * @param wanted the language in the address, null or unknown when it names none
   * @param accepted the header {@code Accept-Language} (RFC 9110, 12.5.4), null without one
   */
  static String choose(@Nullable String wanted, @Nullable String accepted) {
    if (wanted != null && knows(wanted)) {
      return wanted;
    }
    if (accepted == null || accepted.length() > 200) {
      return FALLBACK.getLanguage();
    }
    try {
      Locale found = Locale.lookup(Locale.LanguageRange.parse(accepted), LOCALES);
      return found == null ? FALLBACK.getLanguage() : found.getLanguage();
    } catch (IllegalArgumentException notWellFormed) {
      return FALLBACK.getLanguage();
    }
  }

  /** Whether there are texts in a language. */
  static boolean knows(String language) {
    return KNOWN.containsKey(language);
  }

  /** Its code, such as {@code en}. */
  public String language() {
    return locale.getLanguage();
  }

  /** A text. */
  public String get(String key) {
    return words.getString(key);
  }

  /** A text with values in it. */
  public String get(String key, Object... values) {
    return new MessageFormat(words.getString(key), locale).format(values);
  }

  /** A text for a constant, such as a state. */
  public String of(String kind, Enum<?> constant) {
    return get(kind + "." + constant.name());
  }

  /** The state of a page; one that shows no services has none. */
  public String state(SiteModel model) {
    return model.services().isEmpty() ? get("services.none") : of("all", model.state());
  }

  /** The state of a maintenance interval. */
  public String of(SiteMaintenance time, Instant now) {
    if (time.isOver(now)) {
      return get("maintenance.over");
    }
    return get(time.isActive(now) ? "maintenance.now" : "maintenance.ahead");
  }

  /** A day. */
  public String date(LocalDate date) {
    return format("date", date);
  }

  /** A moment in UTC. */
  public String time(Instant time) {
    return format("time", time.atOffset(ZoneOffset.UTC));
  }

  /** A month. */
  public String month(YearMonth month) {
    return format("month", month);
  }

  private String format(String pattern, TemporalAccessor time) {
    return DateTimeFormatter.ofPattern(get(pattern), locale).format(time);
  }

  /** A duration in its two largest units. */
  public String duration(Duration duration) {
    if (duration.toDays() > 0) {
      return get("duration.days", duration.toDays(), duration.toHoursPart());
    }
    if (duration.toHours() > 0) {
      return get("duration.hours", duration.toHours(), duration.toMinutesPart());
    }
    return duration.toMinutes() > 0
        ? get("duration.minutes", duration.toMinutes())
        : get("duration.moment");
  }

  /** A share in percent, rounded down, so that only a share of 1 is 100. */
  public String percent(double share) {
    NumberFormat format = NumberFormat.getNumberInstance(locale);
    format.setMaximumFractionDigits(2);
    return format.format(
        BigDecimal.valueOf(share * 100).setScale(2, RoundingMode.FLOOR).doubleValue());
  }

  /** The uptime of a service over all its days. */
  public String uptime(SiteService service) {
    Double uptime = service.uptime();
    if (uptime == null) {
      return get(service.watched() ? "uptime.none" : "uptime.unwatched");
    }
    return get("uptime", percent(uptime));
  }

  /** A date with the results and incidents of the day. */
  public String day(SiteDay day) {
    return date(day.date()) + ": " + said(day);
  }

  /** The results and incidents of a day. */
  String said(SiteDay day) {
    String runs = null;
    if (day.runs() > 0) {
      String uptime = get("uptime", percent(Objects.requireNonNull(day.uptime())));
      runs = day.down().toMinutes() > 0 ? get("day.down", uptime, duration(day.down())) : uptime;
    }
    String incidents =
        day.incidents().isEmpty()
            ? null
            : get(
                "day.incidents",
                day.incidents().size(),
                String.join(", ", day.incidents()),
                duration(day.troubled()));
    String summary =
        Stream.of(runs, incidents).filter(Objects::nonNull).collect(Collectors.joining("; "));
    return summary.isEmpty() ? get("day.none") : summary;
  }
}
