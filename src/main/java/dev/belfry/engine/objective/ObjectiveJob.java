package dev.belfry.engine.objective;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.JobRunner;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.db.SqlResource;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Looks at each objective once a minute and begins and ends its alerts. Runs on every instance; the
 * first to come does the work. State and messages are stored in one transaction.
 */
public final class ObjectiveJob {
  private static final String DUE = SqlResource.read(ObjectiveJob.class, "due.sql");

  private static final String LOOKED =
      "UPDATE objective_states SET due_ms = $2 WHERE objective_id = ANY ($1::bigint[])";

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);
  private static final long MINUTE = Duration.ofMinutes(1).toMillis();
  private static final int AT_ONCE = 50;

  /** An objective with more series is computed in a transaction of its own. */
  private static final long FEW_SERIES = 100;

  /**
   * A large objective may take this share of a connection's time: it waits so many times longer.
   */
  private static final long SHARE = 20;

  private final JobRunner jobs;
  private final InstantSource clock;

  /**
   * @param address where the database is
   */
  public ObjectiveJob(Vertx vertx, DatabaseAddress address, Config config, InstantSource clock) {
    this.clock = clock;
    this.jobs = new JobRunner(vertx, address, config.database(), 1, PATIENCE);
  }

  /** Starts looking, until it is stopped. */
  public void start() {
    jobs.every(BETWEEN_LOOKS, "Looking at objectives", this::round);
  }

  /** Stops; what is under way is broken off and done by another instance, or at the next start. */
  public Future<Void> stop() {
    return jobs.stop();
  }

  /** An objective that is due. */
  private record Due(long id, double target, long series, boolean computed) {
    static Due of(Row row) {
      return new Due(row.getLong(0), row.getDouble(1), row.getLong(2), row.getBoolean(3));
    }

    boolean isLarge() {
      return computed && series > FEW_SERIES;
    }
  }

  /** Looks at all objectives that are due. Fails when the database is away. */
  Future<Void> round() {
    return batch().compose(more -> more && !jobs.stopped() ? round() : Future.succeededFuture());
  }

  private Future<Boolean> batch() {
    long now = clock.millis();
    return jobs.database()
        .transaction(
            connection ->
                connection
                    .preparedQuery(DUE)
                    .execute(
                        Tuple.of(now, BurnPair.begin(now, BurnPair.SLOW.shortMillis()), AT_ONCE))
                    .map(rows -> Rows.list(rows, Due::of))
                    .compose(due -> look(connection, due, now).map(!due.isEmpty())));
  }

  /** Computes all small objectives together, and of the large ones the first; others stay due. */
  private Future<Void> look(SqlConnection connection, List<Due> due, long now) {
    if (due.isEmpty()) {
      return Future.succeededFuture();
    }
    List<Due> small = due.stream().filter(one -> !one.isLarge()).toList();
    if (!small.isEmpty()) {
      return compute(connection, small.stream().filter(Due::computed).toList(), now)
          .compose(done -> looked(connection, small, now + MINUTE));
    }
    List<Due> large = due.subList(0, 1);
    return compute(connection, large, now)
        .compose(
            done -> {
              long took = Math.max(0, clock.millis() - now);
              return looked(connection, large, now + Math.max(MINUTE, SHARE * took));
            });
  }

  private static Future<Void> looked(SqlConnection connection, List<Due> due, long next) {
    return connection.preparedQuery(LOOKED).execute(Tuple.of(ids(due), next)).mapEmpty();
  }

  private static Long[] ids(List<Due> due) {
    return due.stream().map(Due::id).toArray(Long[]::new);
  }

  private static Future<Void> compute(SqlConnection connection, List<Due> due, long now) {
    if (due.isEmpty()) {
      return Future.succeededFuture();
    }
    Map<Long, Long> begins = new HashMap<>();
    due.forEach(one -> begins.put(one.id(), BurnPair.earliest(now)));
    return TallyStore.read(connection, begins, now)
        .compose(
            slots ->
                ObjectiveAlertStore.open(connection, ids(due))
                    .compose(open -> judge(connection, due, slots, open, now)));
  }

  private static Future<Void> judge(
      SqlConnection connection,
      List<Due> due,
      Map<Long, List<TallySlot>> slots,
      List<ObjectiveAlertRow> open,
      long now) {
    Future<Void> done = Future.succeededFuture();
    for (Due one : due) {
      Map<BurnSeverity, BurnPair> pairs = new EnumMap<>(BurnSeverity.class);
      Map<BurnSeverity, UUID> episodes = new EnumMap<>(BurnSeverity.class);
      for (ObjectiveAlertRow episode : open) {
        if (episode.objective() == one.id()) {
          pairs.put(episode.pair().severity(), episode.pair());
          episodes.put(episode.pair().severity(), episode.id());
        }
      }
      List<BurnRate> rates =
          BurnRate.all(one.target(), slots.getOrDefault(one.id(), List.of()), now);
      for (BurnAlerts.Transition change : BurnAlerts.decide(pairs, rates)) {
        UUID episode = episodes.get(change.severity());
        done =
            done.compose(
                before ->
                    episode == null
                        ? ObjectiveAlertStore.begin(connection, one.id(), change.rate(), now)
                        : ObjectiveAlertStore.end(connection, episode, now));
      }
    }
    return done;
  }
}
