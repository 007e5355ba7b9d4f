package dev.belfry.engine.testsession;

import dev.belfry.api.mqtt.TopicSource;
import dev.belfry.platform.db.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tells subscribers how the runs of their test sessions go. It reads the rows, several times a
 * second for all subscribers of an event loop, so that any instance may execute the runs, and a
 * client that comes back is told all of it again. Confined to the event loop that made it.
 */
public final class TestMessages implements TopicSource {
  private static final long PAUSE_MILLIS = 200;

  /** A change has the time of its statement, and is seen when that is committed. */
  private static final long OVERLAP_MILLIS = 10_000;

  /** Rows that are read at once for one subscriber, each with its results. */
  private static final int MOST_AT_ONCE = 50;

  private static final Pattern FILTER =
      Pattern.compile(
          "account/([0-9a-fA-F-]{36})/ad-hoc-check-results/([0-9a-fA-F-]{36})/\\+/\\+/\\+");

  private static final String CHANGED =
      """
      SELECT a.number, r.id, r.version, r.changed_ms
      FROM unnest($1::int[], $2::uuid[], $3::uuid[], $4::bigint[])
        AS a (number, account, suite, since)
      JOIN test_sessions s ON s.account_id = a.account AND s.suite = a.suite
      JOIN test_runs r ON r.session_id = s.id AND r.changed_ms >= a.since""";

  private static final String READ =
      """
      SELECT r.id, r.version, r.state, r.claims, r.outcome, r.message, r.attempts, r.name,
        r.check_type, s.location, r.changed_ms
      FROM test_runs r JOIN test_sessions s ON s.id = r.session_id WHERE r.id = ANY ($1)""";

  private final Vertx vertx;
  private final Database database;
  private final Set<Listening> subscribers = new LinkedHashSet<>();
  private boolean asking;

  /** Creates it on the event loop that it serves. */
  public TestMessages(Vertx vertx, Database database) {
    this.vertx = vertx;
    this.database = database;
  }

  /** A subscriber, and what it was sent. */
  private static final class Listening {
    private final UUID account;
    private final UUID suite;
    private final Subscriber subscriber;
    private final Map<UUID, Integer> versions = new HashMap<>();
    private final Map<UUID, TestRunMessages> sent = new HashMap<>();
    private long since;

    private Listening(UUID account, UUID suite, Subscriber subscriber) {
      this.account = account;
      this.suite = suite;
      this.subscriber = subscriber;
    }
  }

  @Override
  public @Nullable Subscription subscribe(UUID account, String filter, Subscriber subscriber) {
    Matcher matcher = FILTER.matcher(filter);
    if (!matcher.matches() || !matcher.group(1).equalsIgnoreCase(account.toString())) {
      return null;
    }
    UUID suite;
    try {
      suite = UUID.fromString(matcher.group(2));
    } catch (IllegalArgumentException e) {
      return null;
    }
    Listening listening = new Listening(account, suite, subscriber);
    subscribers.add(listening);
    askLater();
    return () -> subscribers.remove(listening);
  }

  private void askLater() {
    if (!asking && !subscribers.isEmpty()) {
      asking = true;
      vertx.setTimer(PAUSE_MILLIS, due -> ask());
    }
  }

  private void ask() {
    List<Listening> ready = new ArrayList<>();
    for (Listening one : subscribers) {
      if (one.subscriber.isReady()) {
        ready.add(one);
      }
    }
    Future.succeededFuture()
        .compose(begun -> ready.isEmpty() ? Future.succeededFuture() : ask(ready))
        .onComplete(
            answered -> {
              asking = false;
              askLater();
            });
  }

  private Future<Void> ask(List<Listening> ready) {
    int size = ready.size();
    Integer[] numbers = new Integer[size];
    UUID[] accounts = new UUID[size];
    UUID[] suites = new UUID[size];
    Long[] since = new Long[size];
    for (int i = 0; i < size; i++) {
      numbers[i] = i;
      accounts[i] = ready.get(i).account;
      suites[i] = ready.get(i).suite;
      since[i] = ready.get(i).since;
    }
    return database
        .query(
            CHANGED,
            Tuple.tuple()
                .addArrayOfInteger(numbers)
                .addArrayOfUUID(accounts)
                .addArrayOfUUID(suites)
                .addArrayOfLong(since))
        .compose(rows -> send(ready, rows));
  }

  private Future<Void> send(List<Listening> ready, Iterable<Row> rows) {
    Map<Listening, List<UUID>> changed = new HashMap<>();
    for (Row row : rows) {
      Listening one = ready.get(row.getInteger(0));
      UUID run = row.getUUID(1);
      List<UUID> own = changed.computeIfAbsent(one, first -> new ArrayList<>());
      if (row.getInteger(2) > one.versions.getOrDefault(run, 0) && own.size() <= MOST_AT_ONCE) {
        own.add(run);
      }
      one.since = Math.max(one.since, row.getLong(3));
    }
    Future<Void> done = Future.succeededFuture();
    for (Map.Entry<Listening, List<UUID>> entry : changed.entrySet()) {
      Listening one = entry.getKey();
      List<UUID> own = entry.getValue();
      // What is left is found again, since it is not older than the overlap.
      boolean all = own.size() <= MOST_AT_ONCE;
      one.since = all ? one.since - OVERLAP_MILLIS : 0;
      if (!own.isEmpty()) {
        done = done.compose(before -> send(one, all ? own : own.subList(0, MOST_AT_ONCE)));
      }
    }
    return done;
  }

  private Future<Void> send(Listening one, List<UUID> runs) {
    return database
        .query(READ, Tuple.tuple().addArrayOfUUID(runs.toArray(UUID[]::new)))
        .map(
            rows -> {
              for (Row row : rows) {
                UUID run = row.getUUID(0);
                one.versions.put(run, row.getInteger(1));
                TestRunMessages messages =
                    one.sent.computeIfAbsent(run, first -> new TestRunMessages());
                messages.next(row, (subtopic, payload) -> send(one, run, subtopic, payload));
              }
              return null;
            });
  }

  private void send(Listening one, UUID run, String subtopic, String payload) {
    if (subscribers.contains(one)) {
      one.subscriber.send(
          "account/%s/ad-hoc-check-results/%s/%s/%s/%s"
              .formatted(one.account, one.suite, run, run, subtopic),
          payload);
    }
  }
}
