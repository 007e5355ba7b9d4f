package dev.belfry.platform.db;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The statements of one event loop whose concurrent executions share a round trip: one connection
 * for those that read, one for those that write, and one for each {@link BatchedStatement}.
 */
final class Batches {
  private final Vertx vertx;
  private final PgConnectOptions connect;
  private final Duration timeout;
  private final int mostWaiting;
  private final Runnable written;
  private final List<BatchQueue<?, ?>> queues = new ArrayList<>();
  private @Nullable BulkLane reads;
  private @Nullable BulkLane writes;

  /**
   * @param written told after each batch that changed rows
   */
  Batches(
      Vertx vertx, PgConnectOptions connect, Duration timeout, int mostWaiting, Runnable written) {
    this.vertx = vertx;
    this.connect = connect;
    this.timeout = timeout;
    this.mostWaiting = mostWaiting;
    this.written = written;
  }

  BatchedStatement statement(String sql, BatchOrder order, Durability durability) {
    PgConnectOptions options =
        durability == Durability.SOON ? ConnectOptions.soon(connect) : connect;
    return new BatchedStatement(
        sql, timeout, sender -> queue(options, false, call -> sql, order.comparator(), sender));
  }

  BulkStatement read(String sql, List<BulkStatement.Column> columns) {
    if (reads == null) {
      reads = lane(ConnectOptions.byIndex(connect), false);
    }
    return new BulkStatement(sql, columns, false, timeout, reads);
  }

  BulkStatement write(String sql, List<BulkStatement.Column> columns) {
    if (writes == null) {
      writes = lane(ConnectOptions.impatient(ConnectOptions.byIndex(connect)), true);
    }
    return new BulkStatement(sql, columns, true, timeout, writes);
  }

  private BulkLane lane(PgConnectOptions options, boolean forWrites) {
    return new BulkLane(
        written,
        sender ->
            queue(
                options,
                forWrites,
                bulk -> bulk.parameters().getValue(0),
                Comparator.comparingInt(arrived -> 0),
                sender));
  }

  private <P, R> BatchQueue<P, R> queue(
      PgConnectOptions options,
      boolean forWrites,
      Function<P, Object> account,
      Comparator<P> order,
      BatchQueue.Sender<P, R> sender) {
    BatchQueue<P, R> queue =
        new BatchQueue<>(vertx, options, timeout, forWrites, mostWaiting, account, order, sender);
    queues.add(queue);
    return queue;
  }

  /** Completes when every connection stands. */
  Future<Void> ready() {
    return Future.all(queues.stream().map(BatchQueue::ready).toList()).mapEmpty();
  }

  int connections() {
    return (int) queues.stream().filter(BatchQueue::isConnected).count();
  }

  int waiting() {
    return queues.stream().mapToInt(BatchQueue::waiting).sum();
  }

  void close() {
    queues.forEach(BatchQueue::close);
  }
}
