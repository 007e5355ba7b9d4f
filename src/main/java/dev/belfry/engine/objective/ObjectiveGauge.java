package dev.belfry.engine.objective;

import io.vertx.sqlclient.Row;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What metrics show of an objective. Ratios are from 0 to 1.
 *
 * @param checkId the monitor, null for others
 * @param groupId the group, null for others
 * @param tag that of the monitors, null for others
 * @param computed when the rest was computed, milliseconds since 1970, null for not yet
 * @param attained share of counted runs that were good, null without a verdict
 * @param budgetLeft share of the error budget, negative when overspent, null without a verdict
 * @param burnRates by window; one without a counted run is missing
 */
public record ObjectiveGauge(
    long id,
    String name,
    @Nullable UUID checkId,
    @Nullable Long groupId,
    @Nullable String tag,
    double target,
    @Nullable Long computed,
    @Nullable Double attained,
    @Nullable Double budgetLeft,
    Map<String, Double> burnRates) {
  static ObjectiveGauge of(Row row) {
    double target = row.getDouble(4);
    Long computed = row.getLong(6);
    Map<String, Double> rates = new LinkedHashMap<>();
    Double attained = null;
    Double budgetLeft = null;
    if (computed != null) {
      ResultTally runs =
          new ResultTally(row.getLong(7), row.getLong(8), row.getLong(9), row.getLong(10));
      int days = row.getInteger(5);
      ObjectiveStatus status =
          new ObjectiveStatus(
              target, days, ObjectiveStatus.begin(computed, days), computed, runs, List.of());
      attained = ratio(status.attained());
      budgetLeft = ratio(status.remainingShare());
      @Nullable Double[] stored = row.getArrayOfDoubles(11);
      BurnWindow[] windows = BurnWindow.values();
      for (int i = 0; i < windows.length; i++) {
        Double rate = stored[i];
        if (rate != null) {
          rates.put(windows[i].label(), rate);
        }
      }
    }
    return new ObjectiveGauge(
        row.getLong(0),
        row.getString(1),
        row.getUUID(2),
        row.getLong(3),
        row.getString(12),
        exactly(target),
        computed,
        attained,
        budgetLeft,
        rates);
  }

  private static @Nullable Double ratio(@Nullable Double percent) {
    return percent == null ? null : (Double) exactly(percent);
  }

  /** 99.9 % are 0.999. */
  private static double exactly(double percent) {
    return BigDecimal.valueOf(percent).movePointLeft(2).doubleValue();
  }
}
