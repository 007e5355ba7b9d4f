package dev.belfry.platform.db;

import dev.belfry.platform.config.DatabaseAddress;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Sends the notifications that writing transactions left in {@code pending_notifications}, those of
 * dead instances included, since {@code NOTIFY} makes commits wait for each other. One for a
 * process, on a connection of its own; {@link #wake} may be called by any thread.
 */
public final class NotificationSender {
  private static final long SHORTEST_PAUSE_MILLIS = 10;
  private static final long POLL_MILLIS = 250;
  private static final int MOST_ROWS = 500;

  private static final String SEND = "SELECT send_notifications($1)";
  private static final String STATE =
      """
      SELECT coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8,
        pg_notification_queue_usage()
      FROM pending_notifications""";

  private final Vertx vertx;
  private final Context context;
  private final Pool pool;
  private final TransactionSettings settings;
  private final Duration timeout;
  private final AtomicBoolean due = new AtomicBoolean();
  private boolean sending;
  private long endedNanos = System.nanoTime() - TimeUnit.SECONDS.toNanos(1);
  private volatile boolean closed;
  private volatile double oldestSeconds;
  private volatile double queueUsage;

  /**
   * @param timeout bound on each statement
   */
  public NotificationSender(Vertx vertx, DatabaseAddress address, Duration timeout) {
    this.vertx = vertx;
    this.context = vertx.getOrCreateContext();
    this.timeout = timeout;
    ConnectOptions options = ConnectOptions.of(address, timeout).soon();
    this.settings = options.perTransaction();
    this.pool = options.poolOfOne(vertx, timeout);
  }

  /** Begins to send. */
  public void start() {
    context.runOnContext(started -> poll());
  }

  /** Says that a transaction that may have left notifications was committed. */
  public void wake() {
    if (due.compareAndSet(false, true)) {
      context.runOnContext(woken -> sendSoon());
    }
  }

  /** Age in seconds of the oldest notification that is not sent, 0 without one; a second old. */
  public double oldestSeconds() {
    return oldestSeconds;
  }

  /** Fraction of the server's queue of notifications that is in use, 0 to 1; a second old. */
  public double queueUsage() {
    return queueUsage;
  }

  /** Stops sending. */
  public Future<Void> close() {
    closed = true;
    return pool.close();
  }

  private void sendSoon() {
    if (sending || closed) {
      return;
    }
    sending = true;
    long since = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - endedNanos);
    if (since >= SHORTEST_PAUSE_MILLIS) {
      send();
    } else {
      vertx.setTimer(SHORTEST_PAUSE_MILLIS - since, paused -> send());
    }
  }

  private void send() {
    due.set(false);
    ask(SEND, Tuple.of(MOST_ROWS))
        .map(row -> row.getLong(0) >= MOST_ROWS)
        .otherwise(false)
        .onSuccess(
            more -> {
              sending = false;
              endedNanos = System.nanoTime();
              if (more || due.get()) {
                sendSoon();
              }
            });
  }

  /** Also for what instances that died have left, and what a lost wake-up left of ours. */
  private void poll() {
    if (closed) {
      return;
    }
    ask(STATE, Tuple.tuple())
        .onSuccess(
            row -> {
              oldestSeconds = row.getDouble(0);
              queueUsage = row.getDouble(1);
              if (oldestSeconds > 0) {
                wake();
              }
            })
        .onComplete(asked -> vertx.setTimer(POLL_MILLIS, next -> poll()));
  }

  private Future<Row> ask(String sql, Tuple parameters) {
    return pool.withConnection(
            connection ->
                settings.around(connection, one -> one.preparedQuery(sql).execute(parameters)))
        .map(rows -> rows.iterator().next())
        .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }
}
