package dev.belfry.platform.db;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The statements of one event loop whose concurrent executions share a round trip: one connection
 * for those that read, one for those that write, one for those that wait for rows that another
 * connection has locked, and one for each {@link BatchedStatement}.
 */
final class Batches {
  private static final int LARGEST = 128;

  /** Many of these may be changes of one row, which others hold between them. */
  private static final int LARGEST_PATIENT = 32;

  private static final String SKIPS = " SKIP LOCKED";

  /** What the connection of a lane is for. */
  private enum Use {
    READING,
    WRITING,
    WAITING
  }

  private final Vertx vertx;
  private final ConnectOptions connect;
  private final Patience patience;
  private final int mostWaiting;
  private final Runnable written;
  private final List<BatchQueue<?, ?>> queues = new ArrayList<>();
  private @Nullable ReplicaReads aside;
  private @Nullable BulkLane reads;
  private @Nullable BulkLane writes;
  private @Nullable BulkLane patientWrites;

  /**
   * @param written told after each batch that changed rows
   */
  Batches(
      Vertx vertx, ConnectOptions connect, Patience patience, int mostWaiting, Runnable written) {
    this.vertx = vertx;
    this.connect = connect.ofSharedStatements();
    this.patience = patience;
    this.mostWaiting = mostWaiting;
    this.written = written;
  }

  BatchedStatement statement(String sql, BatchOrder order, Durability durability) {
    ConnectOptions options = durability == Durability.SOON ? connect.soon() : connect;
    return new BatchedStatement(
        sql,
        patience.timeout(),
        sender -> queue(options, false, LARGEST, call -> sql, order.comparator(), sender));
  }

  BulkStatement read(String sql, List<BulkStatement.Column> columns) {
    if (reads == null) {
      reads = lane(Use.READING);
    }
    return new BulkStatement(sql, columns, false, patience.timeout(), reads, null);
  }

  /** Lets reads go to replicas; what they ask of the primary is in batches with other reads. */
  void readFrom(@Nullable Replicas replicas, int connections) {
    if (replicas != null) {
      BulkStatement position = read(ReplicaReads.POSITION, List.of(BulkStatement.Column.GUID));
      aside =
          new ReplicaReads(vertx, replicas, position, connections, mostWaiting, patience.timeout());
    }
  }

  /** Reads that go to replicas, null without any. */
  @Nullable ReplicaReads aside() {
    return aside;
  }

  BulkStatement write(String sql, List<BulkStatement.Column> columns) {
    if (writes == null) {
      writes = lane(Use.WRITING);
    }
    return new BulkStatement(
        sql,
        columns,
        true,
        patience.timeout(),
        writes,
        sql.contains(SKIPS) ? patient(sql, columns) : null);
  }

  /**
   * The same statement waiting for what it skips. Event loops and instances that change one row all
   * the time would otherwise find it locked most of the time.
   */
  private BulkStatement patient(String sql, List<BulkStatement.Column> columns) {
    if (patientWrites == null) {
      patientWrites = lane(Use.WAITING);
    }
    String waiting = sql.replace(SKIPS, "");
    return new BulkStatement(waiting, columns, true, patience.timeout(), patientWrites, null);
  }

  private BulkLane lane(Use use) {
    ConnectOptions byIndex = connect.byIndex();
    ConnectOptions options =
        switch (use) {
          case READING -> byIndex;
          case WRITING -> byIndex.impatient(ConnectOptions.LOCK_WAIT);
          case WAITING -> byIndex.impatient(ConnectOptions.PATIENT_LOCK_WAIT);
        };
    return new BulkLane(
        written,
        use == Use.WAITING,
        sender ->
            queue(
                options,
                use != Use.READING,
                use == Use.WAITING ? LARGEST_PATIENT : LARGEST,
                bulk -> bulk.parameters().getValue(0),
                Comparator.comparingInt(arrived -> 0),
                sender));
  }

  private <P, R> BatchQueue<P, R> queue(
      ConnectOptions options,
      boolean forWrites,
      int largest,
      Function<P, Object> account,
      Comparator<P> order,
      BatchQueue.Sender<P, R> sender) {
    BatchQueue<P, R> queue =
        new BatchQueue<>(
            vertx, options, patience, forWrites, largest, mostWaiting, account, order, sender);
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
    if (aside != null) {
      aside.close();
    }
    queues.forEach(BatchQueue::close);
  }
}
