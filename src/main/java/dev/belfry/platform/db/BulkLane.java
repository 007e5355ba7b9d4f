package dev.belfry.platform.db;

import dev.belfry.platform.db.BatchQueue.Call;
import io.vertx.core.Future;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A connection on which many {@link BulkStatement}s take turns: the calls of one statement that
 * arrived together are one execution. A call that spoils its batch is found by running each alone.
 */
final class BulkLane {
  private final Runnable written;
  private final BatchQueue<Bulk, Optional<Row>> queue;

  /** One execution of one statement. */
  record Bulk(BulkStatement statement, Tuple parameters) {}

  /**
   * @param written told after each batch that changed rows
   */
  BulkLane(
      Runnable written,
      Function<BatchQueue.Sender<Bulk, Optional<Row>>, BatchQueue<Bulk, Optional<Row>>> queues) {
    this.written = written;
    this.queue = queues.apply(this::send);
  }

  Future<Optional<Row>> execute(BulkStatement statement, Tuple parameters) {
    return queue.execute(new Bulk(statement, parameters));
  }

  private Future<?> send(PgConnection current, List<Call<Bulk, Optional<Row>>> batch) {
    Map<BulkStatement, List<Call<Bulk, Optional<Row>>>> byStatement = new LinkedHashMap<>(2);
    for (Call<Bulk, Optional<Row>> call : batch) {
      byStatement
          .computeIfAbsent(call.parameters().statement(), first -> new ArrayList<>(batch.size()))
          .add(call);
    }
    List<Future<Void>> sent = new ArrayList<>(byStatement.size());
    byStatement.forEach((statement, calls) -> sent.add(send(current, statement, calls)));
    return Future.join(sent);
  }

  private Future<Void> send(
      PgConnection current, BulkStatement statement, List<Call<Bulk, Optional<Row>>> calls) {
    return send((SqlConnection) current, statement, calls)
        .onSuccess(
            done -> {
              if (statement.writes()) {
                written.run();
              }
            })
        .recover(failure -> apart(current, statement, calls, failure));
  }

  /** Executes a statement for calls and completes them, or none of them when it fails. */
  static Future<Void> send(
      SqlConnection connection, BulkStatement statement, List<Call<Bulk, Optional<Row>>> calls) {
    List<List<Call<Bulk, Optional<Row>>>> waves =
        statement.writes() ? waves(calls) : List.of(calls);
    Future<RowSet<Row>> sent =
        waves.size() == 1
            ? statement.send(connection, parameters(calls))
            : statement.sendAll(connection, waves.stream().map(BulkLane::parameters).toList());
    return sent.onSuccess(
            first -> {
              RowSet<Row> rows = first;
              for (List<Call<Bulk, Optional<Row>>> wave : waves) {
                distribute(rows, wave);
                rows = rows.next();
              }
            })
        .mapEmpty();
  }

  /** What spoils a call alone stays with it; what was in its way is for its caller to wait for. */
  private Future<Void> apart(
      PgConnection current,
      BulkStatement statement,
      List<Call<Bulk, Optional<Row>>> calls,
      Throwable failure) {
    boolean inTheWay = Failures.isInTheWay(failure);
    if (!inTheWay && !Failures.isRefusal(failure)) {
      BatchQueue.fail(calls);
      return Future.failedFuture(failure);
    }
    if (calls.size() > 1) {
      List<Future<Void>> alone = new ArrayList<>(calls.size());
      calls.forEach(call -> alone.add(send(current, statement, List.of(call))));
      return Future.join(alone).mapEmpty();
    }
    if (inTheWay) {
      calls.get(0).result().tryComplete(Optional.empty());
    } else {
      calls.get(0).result().tryFail(Failures.told(failure));
    }
    return Future.succeededFuture();
  }

  /** A statement changes each row once, so a second change of it belongs to the next statement. */
  private static List<List<Call<Bulk, Optional<Row>>>> waves(
      List<Call<Bulk, Optional<Row>>> calls) {
    List<List<Call<Bulk, Optional<Row>>>> waves = new ArrayList<>(1);
    List<Call<Bulk, Optional<Row>>> left = calls;
    while (!left.isEmpty()) {
      Set<Object> ids = new HashSet<>();
      List<Call<Bulk, Optional<Row>>> wave = new ArrayList<>(left.size());
      List<Call<Bulk, Optional<Row>>> later = new ArrayList<>(0);
      for (Call<Bulk, Optional<Row>> call : left) {
        (ids.add(BulkStatement.subject(call.parameters().parameters())) ? wave : later).add(call);
      }
      waves.add(wave);
      left = later;
    }
    return waves;
  }

  private static List<Tuple> parameters(List<Call<Bulk, Optional<Row>>> calls) {
    return calls.stream().map(call -> call.parameters().parameters()).toList();
  }

  private static void distribute(RowSet<Row> rows, List<Call<Bulk, Optional<Row>>> calls) {
    for (Row row : rows) {
      int number = row.getLong(row.size() - 1).intValue();
      calls.get(number - 1).result().tryComplete(Optional.of(row));
    }
    calls.forEach(call -> call.result().tryComplete(Optional.empty()));
  }
}
