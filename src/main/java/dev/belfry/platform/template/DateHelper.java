package dev.belfry.platform.template;

import com.github.jknack.handlebars.Options;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Dates in templates: {@code {{date STARTED_AT "YYYY-MM-DD HH:mm" "Europe/Berlin"}}}. */
final class DateHelper {
  /** The moment a rendering takes for now. */
  static final String NOW = "belfry.now";

  private static final String PLAIN = "YYYY-MM-DD[T]HH:mm:ss.SSS[Z]";
  private static final int LONGEST = 100;

  /** Letters of the format people write, and what the JDK calls them. */
  private static final Map<String, String> LETTERS =
      Map.ofEntries(
          Map.entry("YYYY", "uuuu"),
          Map.entry("YY", "uu"),
          Map.entry("MMMM", "LLLL"),
          Map.entry("MMM", "LLL"),
          Map.entry("MM", "MM"),
          Map.entry("M", "M"),
          Map.entry("DD", "dd"),
          Map.entry("D", "d"),
          Map.entry("dddd", "EEEE"),
          Map.entry("ddd", "EEE"),
          Map.entry("HH", "HH"),
          Map.entry("H", "H"),
          Map.entry("hh", "hh"),
          Map.entry("h", "h"),
          Map.entry("mm", "mm"),
          Map.entry("m", "m"),
          Map.entry("ss", "ss"),
          Map.entry("s", "s"),
          Map.entry("SSS", "SSS"),
          Map.entry("A", "a"),
          Map.entry("a", "a"),
          Map.entry("ZZ", "xx"),
          Map.entry("Z", "xxx"));

  private static final Pattern TOKEN =
      Pattern.compile(
          "\\[([^\\]]*)\\]|YYYY|YY|MMMM|MMM|MM|M|DD|D|dddd|ddd|HH|H|hh|h|mm|m|ss|s|SSS|A|a|ZZ|Z"
              + "|X|[\\s\\S]");

  private DateHelper() {}

  /** A moment, now when absent, in a format and a zone; what is no moment stays as it is. */
  static String format(List<@Nullable Object> values, Options options) {
    String given = Helpers.text(values, 0);
    Object named = options.hash("format");
    String format = named == null ? Helpers.text(values, 1) : named.toString();
    try {
      Instant moment =
          given.isEmpty() || given.equals("now") ? options.data(NOW) : Instant.parse(given);
      return written(moment, format.isEmpty() ? PLAIN : format, Helpers.text(values, 2));
    } catch (DateTimeException | IllegalArgumentException e) {
      return given;
    }
  }

  private static String written(Instant moment, String format, String zone) {
    ZonedDateTime there = moment.atZone(zone.isEmpty() ? ZoneOffset.UTC : ZoneId.of(zone));
    StringBuilder out = new StringBuilder();
    Matcher token =
        TOKEN.matcher(format.length() > LONGEST ? format.substring(0, LONGEST) : format);
    while (token.find()) {
      String text = token.group();
      String letters = LETTERS.get(text);
      if (token.group(1) != null) {
        out.append(token.group(1));
      } else if (text.equals("X")) {
        out.append(moment.getEpochSecond());
      } else if (letters == null) {
        out.append(text);
      } else {
        out.append(DateTimeFormatter.ofPattern(letters, Locale.ENGLISH).format(there));
      }
    }
    return out.toString();
  }
}
