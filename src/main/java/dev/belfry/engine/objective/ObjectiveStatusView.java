package dev.belfry.engine.objective;

import dev.belfry.api.http.JsonText;
import org.jspecify.annotations.Nullable;

/** A status of an objective as an answer shows it. */
final class ObjectiveStatusView {
  private static final double HUNDREDTHS = 100;
  private static final long SECOND = 1_000;

  private ObjectiveStatusView() {}

  static String of(long id, ObjectiveStatus status) {
    return measured(
            JsonText.object()
                .number("objectiveId", id)
                .raw("target", ObjectiveCodec.decimal(status.target()))
                .number("windowDays", (long) status.windowDays())
                .millis("from", status.from())
                .millis("to", status.to()),
            status)
        .raw(
            "burnRates",
            JsonText.array(status.burnRates().stream().map(ObjectiveStatusView::burnRate).toList()))
        .end();
  }

  /** Adds the verdict with its runs, and the error budget. */
  static JsonText measured(JsonText text, ObjectiveStatus status) {
    ResultTally runs = status.runs();
    return text.plain("verdict", status.verdict().name())
        .string("reason", status.reason())
        .raw("attained", number(status.attained()))
        .raw(
            "runs",
            JsonText.object()
                .number("good", runs.good())
                .number("bad", runs.bad())
                .number("counted", runs.counted())
                .number("required", status.required())
                .number("missed", runs.missed())
                .number("observerFaults", runs.faults())
                .number("excluded", runs.excluded())
                .end())
        .raw(
            "errorBudget",
            JsonText.object()
                .raw("minutes", rounded(status.budgetMinutes()))
                .raw("remainingMinutes", rounded(status.remainingMinutes()))
                .raw("remainingShare", rounded(status.remainingShare()))
                .raw("allowedRuns", rounded(status.allowedRuns()))
                .end());
  }

  private static String burnRate(BurnRate rate) {
    return pair(JsonText.object(), rate.pair())
        .raw("longRate", rounded(rate.longRate()))
        .raw("shortRate", rounded(rate.shortRate()))
        .number("longRuns", rate.longRuns().counted())
        .number("shortRuns", rate.shortRuns().counted())
        .plain("state", rate.state().name())
        .end();
  }

  /** Adds the members of a pair of windows. */
  static JsonText pair(JsonText text, BurnPair pair) {
    return text.plain("severity", pair.severity().name())
        .raw("factor", ObjectiveCodec.decimal(pair.factor()))
        .number("longWindowSeconds", pair.longMillis() / SECOND)
        .number("shortWindowSeconds", pair.shortMillis() / SECOND);
  }

  /** A number with two decimals, rounded down. */
  static String rounded(@Nullable Double number) {
    return number == null ? "null" : number(Math.floor(number * HUNDREDTHS + 1e-6) / HUNDREDTHS);
  }

  /** A number as it is. */
  static String number(@Nullable Double number) {
    return number == null ? "null" : ObjectiveCodec.decimal(number);
  }
}
