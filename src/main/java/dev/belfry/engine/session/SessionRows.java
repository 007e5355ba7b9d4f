package dev.belfry.engine.session;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.ResultId;
import dev.belfry.monitoring.check.Verdict;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds sessions from rows of one result each, sorted by session and run. */
final class SessionRows {
  private final List<CheckSession> sessions = new ArrayList<>();
  private final List<SessionRun> runs = new ArrayList<>();
  private final List<SessionResult> results = new ArrayList<>();
  private @Nullable Row last;

  private SessionRows() {}

  static List<CheckSession> read(RowSet<Row> rows) {
    SessionRows builder = new SessionRows();
    rows.forEach(builder::add);
    builder.endSession();
    return builder.sessions;
  }

  private void add(Row row) {
    Row before = last;
    if (before != null) {
      if (!before.getUUID(0).equals(row.getUUID(0))) {
        endSession();
      } else if (!before.getInteger(6).equals(row.getInteger(6))) {
        endRun(before);
      }
    }
    last = row;
    Integer attempt = row.getInteger(10);
    if (attempt != null) {
      results.add(
          new SessionResult(
              new ResultId(row.getLong(7), row.getInteger(6), attempt),
              row.getString(15),
              Verdict.of(row.getInteger(11)),
              Reason.of(row.getInteger(12)),
              row.getLong(13),
              row.getLong(14)));
    }
  }

  private void endRun(Row row) {
    boolean isOpen = row.getBoolean(9) && results.stream().noneMatch(SessionResult::isFinal);
    runs.add(new SessionRun(row.getString(8), row.getLong(7), isOpen, results));
    results.clear();
  }

  private void endSession() {
    Row row = last;
    if (row != null) {
      endRun(row);
      sessions.add(
          new CheckSession(
              row.getUUID(0),
              row.getUUID(1),
              row.getString(2),
              row.getString(3),
              row.getLong(4),
              row.getLong(5),
              runs));
      runs.clear();
    }
  }
}
