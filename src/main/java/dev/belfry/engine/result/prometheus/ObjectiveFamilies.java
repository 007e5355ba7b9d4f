package dev.belfry.engine.result.prometheus;

import dev.belfry.engine.objective.ObjectiveGauge;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The metric families of objectives. */
final class ObjectiveFamilies {
  private static final double MILLIS = 1e3;

  /** The families in the order in which they are written. */
  static final List<Family<ObjectiveGauge>> ALL =
      List.of(
          gauge(
              "belfry_objective_target_ratio",
              "Share of counted runs that have to be good.",
              ObjectiveGauge::target),
          gauge(
              "belfry_objective_attained_ratio",
              "Share of counted runs of the window that were good.",
              ObjectiveGauge::attained),
          gauge(
              "belfry_objective_error_budget_remaining_ratio",
              "Share of the error budget that is left, negative when it is overspent.",
              ObjectiveGauge::budgetLeft),
          new Family<>(
              "belfry_objective_burn_rate",
              "gauge",
              "How fast the error budget is spent in a window; 1 spends it in the whole window.",
              ObjectiveFamilies::burnRates),
          gauge(
              "belfry_objective_judged",
              "Whether enough runs count to judge the objective.",
              objective ->
                  objective.computed() == null ? null : objective.attained() == null ? 0.0 : 1.0),
          gauge(
              "belfry_objective_evaluated_timestamp_seconds",
              "When the metrics of the objective were computed, seconds since 1970.",
              objective -> objective.computed() == null ? null : objective.computed() / MILLIS));

  private ObjectiveFamilies() {}

  private static Family<ObjectiveGauge> gauge(
      String name, String help, Function<ObjectiveGauge, @Nullable Double> value) {
    return new Family<>(
        name,
        "gauge",
        help,
        (objective, lines) -> {
          Double number = value.apply(objective);
          if (number != null) {
            lines.add("", labels(objective), number.doubleValue());
          }
        });
  }

  private static void burnRates(ObjectiveGauge objective, Lines lines) {
    String labels = labels(objective);
    objective
        .burnRates()
        .forEach(
            (window, rate) ->
                lines.add("", CheckLabels.with(labels, "window", window), rate.doubleValue()));
  }

  private static String labels(ObjectiveGauge objective) {
    StringBuilder text = new StringBuilder(128);
    CheckLabels.add(text, "name", objective.name());
    CheckLabels.add(text, "objective_id", Long.toString(objective.id()));
    CheckLabels.add(text, "check_id", Objects.toString(objective.checkId(), ""));
    CheckLabels.add(text, "group_id", Objects.toString(objective.groupId(), ""));
    String tag = objective.tag();
    if (tag != null) {
      CheckLabels.add(text, "tag", tag);
    }
    return text.toString();
  }
}
