package dev.belfry.engine.objective;

import dev.belfry.platform.db.CountedPage;
import dev.belfry.platform.db.Database;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Reads how objectives stood in a month, from the sums of days. Futures fail when the database is
 * away.
 */
final class ObjectiveReports {
  private static final int AT_ONCE = 100;

  private final Database database;
  private final Objectives objectives;

  ObjectiveReports(Database database, Objectives objectives) {
    this.database = database;
    this.objectives = objectives;
  }

  /** A page of the objectives of an account, oldest first. */
  Future<CountedPage<ReportEntry>> page(UUID account, ReportMonth month, long limit, long offset) {
    return objectives
        .list(account, limit, offset)
        .compose(
            page ->
                entries(account, page.rows(), month)
                    .map(entries -> new CountedPage<>(entries, page.total())));
  }

  /** All objectives of an account, oldest first. */
  Future<List<ReportEntry>> all(UUID account, ReportMonth month) {
    return after(account, month, new ArrayList<>());
  }

  private Future<List<ReportEntry>> after(
      UUID account, ReportMonth month, List<ReportEntry> before) {
    return objectives
        .list(account, AT_ONCE, before.size())
        .compose(
            page ->
                page.rows().isEmpty()
                    ? Future.succeededFuture(before)
                    : entries(account, page.rows(), month)
                        .compose(
                            entries -> {
                              before.addAll(entries);
                              return before.size() < page.total()
                                  ? after(account, month, before)
                                  : Future.succeededFuture(before);
                            }));
  }

  /** Monitors together, and each group or tag by itself, since it may have thousands of members. */
  private Future<List<ReportEntry>> entries(
      UUID account, List<ObjectiveRow> rows, ReportMonth month) {
    List<List<ObjectiveRow>> parts = new ArrayList<>();
    parts.add(rows.stream().filter(row -> row.objective().isOfOneCheck()).toList());
    rows.stream()
        .filter(row -> !row.objective().isOfOneCheck())
        .forEach(row -> parts.add(List.of(row)));
    Map<Long, ReportEntry> found = new HashMap<>();
    Future<Void> done = Future.succeededFuture();
    for (List<ObjectiveRow> part : parts) {
      if (!part.isEmpty()) {
        done = done.compose(before -> read(account, part, month, found));
      }
    }
    return done.map(
        all -> {
          List<ReportEntry> entries = new ArrayList<>();
          rows.forEach(row -> entries.add(found.get(row.id())));
          return entries;
        });
  }

  private Future<Void> read(
      UUID account, List<ObjectiveRow> rows, ReportMonth month, Map<Long, ReportEntry> found) {
    Map<Long, Long> begins = new HashMap<>();
    rows.forEach(row -> begins.put(row.id(), month.from()));
    return database.connection(
        connection ->
            TallyStore.sums(connection, begins, month.to())
                .compose(
                    slots ->
                        ObjectiveAlertStore.begun(
                                connection,
                                account,
                                begins.keySet().toArray(Long[]::new),
                                month.from(),
                                month.to())
                            .map(
                                alerts -> {
                                  rows.forEach(
                                      row -> found.put(row.id(), entry(row, month, slots, alerts)));
                                  return null;
                                })));
  }

  private static ReportEntry entry(
      ObjectiveRow row,
      ReportMonth month,
      Map<Long, List<TallySlot>> slots,
      Map<Long, Map<BurnSeverity, Long>> alerts) {
    Map<BurnSeverity, Long> own = alerts.getOrDefault(row.id(), Map.of());
    return new ReportEntry(
        row,
        month,
        new ObjectiveStatus(
            row.objective().target(),
            month.days(),
            month.from(),
            month.to(),
            TallySlot.since(slots.getOrDefault(row.id(), List.of()), month.from()),
            List.of()),
        own.getOrDefault(BurnSeverity.PAGE, 0L),
        own.getOrDefault(BurnSeverity.TICKET, 0L));
  }
}
