package dev.belfry.platform.db;

import dev.belfry.platform.db.BatchQueue.Call;
import io.vertx.core.Future;
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
  /**
   * Changes of one row that share a commit at most. The row stays locked until then, and others
   * wait for it.
   */
  private static final int MOST_WAVES = 8;

  private final Runnable written;
  private final boolean patient;
  private final BatchQueue<Bulk, Optional<Row>> queue;

  /** One execution of one statement. */
  record Bulk(BulkStatement statement, Tuple parameters) {}

  /**
   * @param written told after each batch that changed rows
   * @param patient whether its statements wait for locks on purpose: a batch that has waited in
   *     vain is then left to its callers, since each call alone would wait as long again
   */
  BulkLane(
      Runnable written,
      boolean patient,
      Function<BatchQueue.Sender<Bulk, Optional<Row>>, BatchQueue<Bulk, Optional<Row>>> queues) {
    this.written = written;
    this.patient = patient;
    this.queue = queues.apply(this::send);
  }

  Future<Optional<Row>> execute(BulkStatement statement, Tuple parameters) {
    return queue.execute(new Bulk(statement, parameters));
  }

  private Future<?> send(BatchConnection current, List<Call<Bulk, Optional<Row>>> batch) {
    Map<BulkStatement, List<Call<Bulk, Optional<Row>>>> byStatement = new LinkedHashMap<>(2);
    for (Call<Bulk, Optional<Row>> call : batch) {
      byStatement
          .computeIfAbsent(call.parameters().statement(), first -> new ArrayList<>(batch.size()))
          .add(call);
    }
    List<Future<Void>> sent = new ArrayList<>(byStatement.size());
    byStatement.forEach(
        (statement, calls) ->
            commits(statement, calls).forEach(part -> sent.add(send(current, statement, part))));
    return Future.join(sent);
  }

  /** The calls in parts, each of which is a commit. */
  private static List<List<Call<Bulk, Optional<Row>>>> commits(
      BulkStatement statement, List<Call<Bulk, Optional<Row>>> calls) {
    List<List<Call<Bulk, Optional<Row>>>> waves =
        statement.writes() ? waves(calls) : List.of(calls);
    if (waves.size() <= MOST_WAVES) {
      return List.of(calls);
    }
    List<List<Call<Bulk, Optional<Row>>>> parts = new ArrayList<>();
    for (int from = 0; from < waves.size(); from += MOST_WAVES) {
      int to = Math.min(waves.size(), from + MOST_WAVES);
      parts.add(waves.subList(from, to).stream().flatMap(List::stream).toList());
    }
    return parts;
  }

  private Future<Void> send(
      BatchConnection current, BulkStatement statement, List<Call<Bulk, Optional<Row>>> calls) {
    return send(current::commit, statement, calls)
        .onSuccess(
            done -> {
              if (statement.writes()) {
                written.run();
              }
            })
        .recover(failure -> apart(current, statement, calls, failure));
  }

  /**
   * Executes a statement for calls and completes them, or none of them when it fails.
   *
   * @param execution has a connection send what it is given
   */
  static Future<Void> send(
      Function<Function<SqlConnection, Future<RowSet<Row>>>, Future<RowSet<Row>>> execution,
      BulkStatement statement,
      List<Call<Bulk, Optional<Row>>> calls) {
    List<List<Call<Bulk, Optional<Row>>>> waves =
        statement.writes() ? waves(calls) : List.of(calls);
    Future<RowSet<Row>> sent =
        execution.apply(
            connection ->
                waves.size() == 1
                    ? statement.send(connection, parameters(calls))
                    : statement.sendAll(
                        connection, waves.stream().map(BulkLane::parameters).toList()));
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
      BatchConnection current,
      BulkStatement statement,
      List<Call<Bulk, Optional<Row>>> calls,
      Throwable failure) {
    if (Failures.isUnexecuted(failure)) {
      queue.sendAgain(calls);
      return Future.failedFuture(failure);
    }
    boolean inTheWay = Failures.isInTheWay(failure);
    if (!inTheWay && !Failures.isRefusal(failure)) {
      BatchQueue.fail(calls);
      return Future.failedFuture(failure);
    }
    if (calls.size() > 1 && !(patient && inTheWay)) {
      List<Future<Void>> alone = new ArrayList<>(calls.size());
      calls.forEach(call -> alone.add(send(current, statement, List.of(call))));
      return Future.join(alone).mapEmpty();
    }
    if (inTheWay) {
      calls.forEach(call -> call.result().tryComplete(Optional.empty()));
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
