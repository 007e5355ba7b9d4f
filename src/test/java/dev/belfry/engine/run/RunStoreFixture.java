package dev.belfry.engine.run;

import dev.belfry.alerting.alert.AlertService;
import dev.belfry.app.TestApp;
import dev.belfry.engine.probe.Timings;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.platform.cluster.PgClusterRegistry;
import dev.belfry.platform.cluster.ShardKey;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.trace.Tracer;
import dev.belfry.statuspages.incident.CheckIncidents;
import dev.belfry.testing.Polling;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The engine's statements on a real database with an instance and monitors. */
final class RunStoreFixture implements AutoCloseable {
  static final String PLACE = ScheduleTables.ACCOUNT + "/cellar";

  static final String CELLAR =
      "{\"frequency\":0,\"frequencyOffset\":10,\"privateLocations\":[\"cellar\"],"
          + "\"request\":{\"url\":\"http://e.org/\"}}";

  final ScheduleTables tables = new ScheduleTables();
  final PgRunStore store;
  final PgClusterRegistry clusterStore;
  final long instance;

  final Vertx vertx = Vertx.vertx();
  final Config config = TestApp.config(tables.address(), Map.of());
  final Ids ids = new Ids(InstantSource.system());
  final AlertService alerting =
      new AlertService(
          ids, "http://localhost", new CheckIncidents(ids), new SimpleMeterRegistry(), Tracer.OFF);
  private final Database database;

  RunStoreFixture() throws SQLException {
    database = new Database(vertx, tables.address(), config.database(), 4);
    store = new PgRunStore(database, alerting, false);
    clusterStore = new PgClusterRegistry(database, true);
    instance = get(clusterStore.join("test", Set.of(PLACE)));
  }

  /** A monitor in the cellar, every ten seconds; the number of its series. */
  int series(UUID check) throws SQLException {
    tables.check(check, null, CELLAR);
    return seriesOf(check);
  }

  int seriesOf(UUID check) throws SQLException {
    return (int) tables.number("SELECT id FROM series WHERE check_id = ?", check);
  }

  ShardKey keyOf(int series) throws SQLException {
    return new ShardKey(
        PLACE, (int) tables.number("SELECT shard FROM series WHERE id = ?", series));
  }

  /** All shards are the instance's from now on. */
  void own(long watermark) throws SQLException {
    tables.run("UPDATE shards SET owner = ?, watermark = ?", instance, watermark);
  }

  void fence() throws SQLException {
    tables.run("UPDATE instances SET fenced_at = 1 WHERE id = ?", instance);
  }

  boolean write(ResultBatch batch) {
    return get(store.write(instance, batch));
  }

  boolean write(MissedBatch batch) {
    return get(store.writeMissed(instance, batch));
  }

  long count(String table) throws SQLException {
    return tables.number("SELECT count(*) FROM " + table);
  }

  /** Waits until so many statements wait for a lock. */
  void untilWaiting(int statements) throws SQLException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (tables.number(
            "SELECT count(*) FROM pg_stat_activity"
                + " WHERE datname = current_database() AND wait_event_type = 'Lock'")
        != statements) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("nothing waits");
      }
      Polling.pause();
    }
  }

  static AttemptRow failed(int series, long at, int attempt, @Nullable String detail) {
    return new AttemptRow(
        series,
        at,
        attempt,
        Verdict.FAILED,
        Reason.STATUS,
        500,
        12,
        new Timings(1, 10, 20, 30, 40, 50, 150),
        detail);
  }

  static <T> T get(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException("no answer", e);
    }
  }

  @Override
  public void close() throws SQLException {
    get(database.close());
    get(vertx.close());
    tables.close();
  }
}
