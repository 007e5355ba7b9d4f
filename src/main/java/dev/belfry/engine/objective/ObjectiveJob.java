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
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Looks at each objective once a minute and begins and ends its alerts. Runs on every instance; the
 * first to come does the work. State and messages are stored in one transaction, and with them the
 * status that Prometheus reads.
 */
public final class ObjectiveJob {
  private static final String DUE = SqlResource.read(ObjectiveJob.class, "due.sql");

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);
  private static final long MINUTE = Duration.ofMinutes(1).toMillis();
  private static final int AT_ONCE = 50;

  /** How old the stored status of an objective without failed runs may become. */
  private static final long BETWEEN_STATUSES = Duration.ofMinutes(10).toMillis();

  private static final long FIFTH = 5;

  /** A prime, so that neighbours are apart. */
  private static final long SPREAD = 7_919;

  /** An objective with more series is computed in a transaction of its own. */
  private static final long FEW_SERIES = 100;

  /**
   * A large objective may take this share of a connection's time: it waits so many times longer.
   */
  private static final long SHARE = 20;

  private final JobRunner jobs;
  private final InstantSource clock;
  private final LargeTurns turns = new LargeTurns();

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

  /**
   * An objective that is due.
   *
   * @param burning whether its alerts have to be decided
   * @param stale whether its stored status has to be renewed
   */
  private record Due(
      long id,
      double target,
      int windowDays,
      long series,
      boolean burning,
      boolean stale,
      LargeTurns.Candidate candidate) {
    private static final int ACCOUNT = 6;
    private static final int STATUS = 7;

    static Due of(Row row) {
      return new Due(
          row.getLong(0),
          row.getDouble(1),
          row.getInteger(2),
          row.getLong(3),
          row.getBoolean(4),
          row.getBoolean(5),
          new LargeTurns.Candidate(row.getLong(0), row.getUUID(ACCOUNT), row.getLong(STATUS)));
    }

    boolean computed() {
      return burning || stale;
    }

    boolean isLarge() {
      return computed() && series > FEW_SERIES;
    }

    /** When its status is renewed at the latest; not at the same moment as all others. */
    long nextStatus(long now) {
      return now + BETWEEN_STATUSES - Math.floorMod(id * SPREAD, BETWEEN_STATUSES / FIFTH);
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

  /**
   * Computes all small objectives together, or else one of the large ones. The others stay due,
   * behind what became due before now, so that they keep no account from its turn.
   */
  private Future<Void> look(SqlConnection connection, List<Due> due, long now) {
    if (due.isEmpty()) {
      return Future.succeededFuture();
    }
    Map<Boolean, List<Due>> parts = due.stream().collect(Collectors.partitioningBy(Due::isLarge));
    List<Due> small = parts.getOrDefault(false, List.of());
    List<Due> large = new ArrayList<>(parts.getOrDefault(true, List.of()));
    if (!small.isEmpty()) {
      return small(connection, small, now)
          .compose(done -> ObjectiveStateStore.looked(connection, ids(large), now));
    }
    LargeTurns.Candidate next = turns.next(large.stream().map(Due::candidate).toList());
    Due chosen =
        large.stream().filter(one -> one.candidate().equals(next)).findFirst().orElseThrow();
    large.remove(chosen);
    return large(connection, chosen, now)
        .compose(done -> ObjectiveStateStore.looked(connection, ids(large), now));
  }

  private static Future<Void> small(SqlConnection connection, List<Due> due, long now) {
    Map<Boolean, List<Due>> parts = due.stream().collect(Collectors.partitioningBy(Due::computed));
    List<Long> others = ids(parts.getOrDefault(false, List.of()));
    return compute(connection, parts.getOrDefault(true, List.of()), now)
        .map(
            statuses ->
                statuses.entrySet().stream()
                    .map(
                        one ->
                            new ComputedStatus(
                                one.getKey().id(),
                                one.getValue(),
                                now + MINUTE,
                                one.getKey().nextStatus(now)))
                    .toList())
        .compose(computed -> ObjectiveStateStore.put(connection, computed))
        .compose(stored -> ObjectiveStateStore.looked(connection, others, now + MINUTE));
  }

  private Future<Void> large(SqlConnection connection, Due due, long now) {
    return compute(connection, List.of(due), now)
        .compose(
            statuses -> {
              long wait = SHARE * Math.max(0, clock.millis() - now);
              long next = now + (due.burning() ? Math.max(MINUTE, wait) : MINUTE);
              long nextStatus = Math.max(due.nextStatus(now), now + wait);
              return ObjectiveStateStore.put(
                  connection,
                  statuses.values().stream()
                      .map(status -> new ComputedStatus(due.id(), status, next, nextStatus))
                      .toList());
            });
  }

  private static List<Long> ids(List<Due> due) {
    return due.stream().map(Due::id).toList();
  }

  private static Future<Map<Due, ObjectiveStatus>> compute(
      SqlConnection connection, List<Due> due, long now) {
    if (due.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    Map<Long, Long> begins = new HashMap<>();
    due.forEach(one -> begins.put(one.id(), ObjectiveStatus.earliest(now, one.windowDays())));
    return TallyStore.read(connection, begins, now)
        .compose(
            slots -> {
              Map<Due, ObjectiveStatus> statuses = new LinkedHashMap<>();
              for (Due one : due) {
                List<TallySlot> own = slots.getOrDefault(one.id(), List.of());
                statuses.put(one, ObjectiveStatus.of(one.target(), one.windowDays(), own, now));
              }
              return ObjectiveAlertStore.open(connection, ids(due).toArray(Long[]::new))
                  .compose(open -> judge(connection, statuses, open, now))
                  .map(statuses);
            });
  }

  private static Future<Void> judge(
      SqlConnection connection,
      Map<Due, ObjectiveStatus> statuses,
      List<ObjectiveAlertRow> open,
      long now) {
    Future<Void> done = Future.succeededFuture();
    for (Map.Entry<Due, ObjectiveStatus> computed : statuses.entrySet()) {
      long id = computed.getKey().id();
      Map<BurnSeverity, BurnPair> pairs = new EnumMap<>(BurnSeverity.class);
      Map<BurnSeverity, UUID> episodes = new EnumMap<>(BurnSeverity.class);
      for (ObjectiveAlertRow episode : open) {
        if (episode.objective() == id) {
          pairs.put(episode.pair().severity(), episode.pair());
          episodes.put(episode.pair().severity(), episode.id());
        }
      }
      for (BurnAlerts.Transition change :
          BurnAlerts.decide(pairs, computed.getValue().burnRates())) {
        UUID episode = episodes.get(change.severity());
        done =
            done.compose(
                before ->
                    episode == null
                        ? ObjectiveAlertStore.begin(connection, id, change.rate(), now)
                        : ObjectiveAlertStore.end(connection, episode, now));
      }
    }
    return done;
  }
}
