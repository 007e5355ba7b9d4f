package dev.belfry.engine.result.prometheus;

import dev.belfry.engine.result.StatusRow;
import dev.belfry.engine.result.Statuses;
import dev.belfry.platform.db.Database;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Reads all that is exported of the checks of an account. */
final class Measures {
  private static final UUID FIRST = new UUID(0, 0);
  private static final int CHECKS_AT_ONCE = 1_000;

  private final MeasureStore store;
  private final Statuses statuses;

  Measures(Database database) {
    store = new MeasureStore(database);
    statuses = new Statuses(database);
  }

  /**
   * How an account is exported.
   *
   * @param byLocation whether results are told apart by location
   * @param tagLabels whether tags with a colon become labels
   */
  record Wanted(UUID account, boolean byLocation, boolean tagLabels) {}

  /**
   * The checks of an account in the order of their ids, read in short statements of 1,000 checks.
   * The future fails when the database is away.
   *
   * @param now milliseconds since 1970
   */
  Future<List<Measure>> of(Wanted wanted, long now) {
    return statuses
        .all(wanted.account(), now)
        .map(Measures::byCheck)
        .compose(known -> after(FIRST, wanted, known, now, new ArrayList<>()));
  }

  private static Map<UUID, StatusRow> byCheck(List<StatusRow> rows) {
    Map<UUID, StatusRow> known = new HashMap<>();
    rows.forEach(row -> known.put(row.id(), row));
    return known;
  }

  private Future<List<Measure>> after(
      UUID last, Wanted wanted, Map<UUID, StatusRow> known, long now, List<Measure> before) {
    return store
        .next(wanted.account(), last, CHECKS_AT_ONCE)
        .compose(
            checks ->
                store
                    .totals(wanted.account(), checks.stream().map(MeasuredCheck::id).toList(), now)
                    .compose(
                        totals -> {
                          Map<UUID, List<LocationTotals>> all = grouped(totals, wanted);
                          checks.forEach(check -> before.add(measure(check, wanted, known, all)));
                          return checks.size() < CHECKS_AT_ONCE
                              ? Future.succeededFuture(before)
                              : after(
                                  checks.get(checks.size() - 1).id(), wanted, known, now, before);
                        }));
  }

  private static Map<UUID, List<LocationTotals>> grouped(List<LocationTotals> all, Wanted wanted) {
    Map<UUID, List<LocationTotals>> grouped = new HashMap<>();
    for (LocationTotals one : all) {
      List<LocationTotals> of = grouped.computeIfAbsent(one.check(), first -> new ArrayList<>(1));
      if (wanted.byLocation() || of.isEmpty()) {
        of.add(wanted.byLocation() ? one : one.everywhere());
      } else {
        of.set(0, of.get(0).plus(one));
      }
    }
    return grouped;
  }

  private static Measure measure(
      MeasuredCheck check,
      Wanted wanted,
      Map<UUID, StatusRow> known,
      Map<UUID, List<LocationTotals>> totals) {
    return new Measure(
        check,
        CheckLabels.of(check, wanted.tagLabels()),
        known.get(check.id()),
        totals.getOrDefault(check.id(), List.of()));
  }
}
