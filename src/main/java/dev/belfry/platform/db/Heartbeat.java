package dev.belfry.platform.db;

import dev.belfry.platform.config.DatabaseAddress;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the database several times a second for its clock and for the facts that each instance must
 * know within a second. Readiness follows from the answers.
 */
public final class Heartbeat {
  private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);
  private static final long PERIOD_MILLIS = 300;

  private final Vertx vertx;
  private final InstantSource clock;
  private final Patience patience;
  private final ConnectOptions options;
  private final Pool pool;
  private final TransactionSettings settings;
  private final List<Function<SqlClient, Future<Void>>> questions;
  private volatile boolean up;
  private volatile boolean stopped;
  private volatile long skewMillis;

  /**
   * @param patience learns of each answer
   * @param questions what is asked with every beat; a failed one counts as a missed beat
   */
  public Heartbeat(
      Vertx vertx,
      DatabaseAddress address,
      Patience patience,
      InstantSource clock,
      List<Function<SqlClient, Future<Void>>> questions) {
    this.vertx = vertx;
    this.clock = clock;
    this.patience = patience;
    this.questions = List.copyOf(questions);
    this.options = ConnectOptions.of(address, patience.timeout()).ranked(LoginTurns.Rank.SHARED);
    this.settings = options.perTransaction();
    this.pool = options.poolOfOne(vertx, patience.timeout());
  }

  /** Starts beating; completes after the first beat, whether or not the database answered. */
  public Future<Void> start() {
    return beat();
  }

  /** Whether the last beat was answered. */
  public boolean isUp() {
    return up;
  }

  /** How far our clock is ahead of the database's, milliseconds; negative when behind. */
  public long skewMillis() {
    return skewMillis;
  }

  /** Stops beating. */
  public Future<Void> stop() {
    stopped = true;
    return pool.close();
  }

  private Future<Void> beat() {
    return asked()
        .timeout(patience.timeout().toMillis(), TimeUnit.MILLISECONDS)
        .onSuccess(
            answered -> {
              patience.answered();
              turn(true, "");
            })
        .onFailure(
            failure -> {
              options.recheck(vertx);
              turn(false, String.valueOf(failure.getMessage()));
            })
        .eventually(this::later)
        .recover(failure -> Future.succeededFuture())
        .mapEmpty();
  }

  private Future<?> asked() {
    return settings.needTransactions()
        ? pool.withConnection(
            connection -> settings.around(connection, one -> Future.all(readClock(one), ask(one))))
        : readClock(pool).compose(read -> ask(pool));
  }

  private Future<?> ask(SqlClient client) {
    return Future.all(questions.stream().map(question -> question.apply(client)).toList());
  }

  private Future<Void> readClock(SqlClient client) {
    long before = clock.millis();
    return client
        .preparedQuery("SELECT clock_timestamp()")
        .execute()
        .map(
            rows -> {
              patience.answered();
              OffsetDateTime there = rows.iterator().next().getOffsetDateTime(0);
              long middle = (before + clock.millis()) / 2;
              skewMillis = middle - there.toInstant().toEpochMilli();
              return null;
            });
  }

  private Future<Void> later() {
    if (!stopped) {
      vertx.setTimer(PERIOD_MILLIS, due -> beat());
    }
    return Future.succeededFuture();
  }

  private void turn(boolean now, String reason) {
    if (up != now && !stopped) {
      up = now;
      if (now) {
        LOG.info("The database answers");
      } else {
        LOG.warn("The database does not answer ({}); requests get 503 until it does", reason);
      }
    }
  }
}
