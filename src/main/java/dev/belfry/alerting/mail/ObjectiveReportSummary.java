package dev.belfry.alerting.mail;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.http.JsonText;
import java.math.BigDecimal;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a monthly report by mail says about objectives, as it is stored.
 *
 * @param objectives number of all of them
 * @param breached number of those that missed their target
 * @param unjudged number of those with too few runs
 * @param lines those that the mail names, worst first
 */
public record ObjectiveReportSummary(
    YearMonth month, int objectives, int breached, int unjudged, List<Line> lines) {
  /** So many objectives are named; the file has all. */
  public static final int MOST_LINES = 30;

  public ObjectiveReportSummary {
    lines = List.copyOf(lines);
  }

  /**
   * An objective. Numbers are percentages but for minutes and runs; those of a verdict are null
   * without one.
   *
   * @param missed runs that did not take place
   */
  public record Line(
      String name,
      double target,
      @Nullable Double attained,
      @Nullable Double remainingShare,
      @Nullable Double remainingMinutes,
      long missed) {}

  /** It as JSON text. */
  public String json() {
    List<String> entries = lines.stream().map(ObjectiveReportSummary::json).toList();
    return JsonText.object()
        .plain("month", month.toString())
        .number("objectives", (long) objectives)
        .number("breached", (long) breached)
        .number("unjudged", (long) unjudged)
        .raw("lines", JsonText.array(entries))
        .end();
  }

  private static String json(Line line) {
    return JsonText.object()
        .string("name", line.name())
        .raw("target", number(line.target()))
        .raw("attained", number(line.attained()))
        .raw("remainingShare", number(line.remainingShare()))
        .raw("remainingMinutes", number(line.remainingMinutes()))
        .number("missed", line.missed())
        .end();
  }

  private static String number(@Nullable Double number) {
    return number == null ? "null" : BigDecimal.valueOf(number).toPlainString();
  }

  /** Reads what {@link #json} wrote. */
  static ObjectiveReportSummary of(String json) {
    JsonNode stored = JsonText.parse(json);
    List<Line> lines = new ArrayList<>();
    for (JsonNode line : stored.path("lines")) {
      lines.add(
          new Line(
              line.path("name").asText(),
              line.path("target").asDouble(),
              number(line.path("attained")),
              number(line.path("remainingShare")),
              number(line.path("remainingMinutes")),
              line.path("missed").asLong()));
    }
    return new ObjectiveReportSummary(
        YearMonth.parse(stored.path("month").asText()),
        stored.path("objectives").asInt(),
        stored.path("breached").asInt(),
        stored.path("unjudged").asInt(),
        lines);
  }

  private static @Nullable Double number(JsonNode node) {
    return node.isNumber() ? (Double) node.doubleValue() : null;
  }
}
