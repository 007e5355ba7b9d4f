package dev.belfry.api.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One key, several instances, and what goes wrong at the worst moment. */
class RetriesIT {
  private static final String SERVICES = "/v1/status-pages/services";
  private static final String WEB = "{\"name\":\"Web\"}";

  /** Lets the transaction stand still where everything is done but the commit. */
  private static final String HOLD =
      """
      CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NEW; END';
      CREATE TRIGGER hold BEFORE INSERT ON idempotency_keys
        FOR EACH ROW EXECUTE FUNCTION hold()""";

  /** In a transaction of its own: one that is shared does not wait for a lock so long. */
  private static final String AT_THE_END =
      " FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'"
          + " AND query LIKE 'INSERT INTO idempotency_keys%'"
          + " AND clock_timestamp() - query_start > interval '200 ms'";

  private static TestApp first;
  private static TestApp second;

  private Tenant acme;
  private final String key = UUID.randomUUID().toString();

  @BeforeAll
  static void start() {
    first = TestApp.start(Map.of("BELFRY_DATABASE_TIMEOUT", "15s"));
    second = TestApp.startOn(first.database().address(), Map.of());
  }

  @AfterAll
  static void stop() {
    second.close();
    first.close();
  }

  @BeforeEach
  void own() {
    acme = first.newTenant();
  }

  private ApiClient on(TestApp app) {
    return app.as(acme).with("Idempotency-Key", key);
  }

  private long services() {
    return first
        .database()
        .count("SELECT count(*) FROM services WHERE account_id = '%s'".formatted(acme.account()));
  }

  @Test
  void whatOneInstanceDidTheOtherAnswersTheSame() {
    ApiReply here = on(first).post(SERVICES, WEB).hasStatus(201);
    ApiReply there = on(second).post(SERVICES, WEB).hasStatus(201);

    assertThat(there.text()).isEqualTo(here.text());
    assertThat(there.header("idempotency-replayed")).isEqualTo("true");
    assertThat(services()).isEqualTo(1);
  }

  @Test
  void hundredsAtOnceHaveOneEffect() throws Exception {
    List<Callable<ApiReply>> sends = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      ApiClient client = on(i % 2 == 0 ? first : second);
      sends.add(() -> client.post(SERVICES, WEB));
    }
    ExecutorService threads = Executors.newFixedThreadPool(32);
    Set<String> bodies = new HashSet<>();
    int done = 0;
    int firsts = 0;
    try {
      for (Future<ApiReply> sent : threads.invokeAll(sends, 60, TimeUnit.SECONDS)) {
        ApiReply reply = sent.get();
        if (reply.status() == 409) {
          assertThat(reply.header("retry-after")).isEqualTo("1");
        } else {
          bodies.add(reply.hasStatus(201).text());
          done++;
          firsts += reply.header("idempotency-replayed").isEmpty() ? 1 : 0;
        }
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(done).isPositive();
    assertThat(firsts).isEqualTo(1);
    assertThat(bodies).hasSize(1);
    assertThat(services()).isEqualTo(1);
  }

  /** A balancer asks another instance at once when one dies, and Postgres may notice later. */
  @Test
  void waitsForOneThatIsAboutToEnd() throws Exception {
    whileHeld(
        holder -> {
          Future<ApiReply> slow = inBackground(() -> on(first).post(SERVICES, WEB));
          awaitEnd();
          Future<ApiReply> early = inBackground(() -> on(first).post(SERVICES, WEB));
          assertThatThrownBy(() -> early.get(500, TimeUnit.MILLISECONDS))
              .isInstanceOf(TimeoutException.class);
          holder.execute("SELECT pg_advisory_unlock(4711)");

          String text = slow.get(30, TimeUnit.SECONDS).hasStatus(201).text();

          ApiReply replay = early.get(30, TimeUnit.SECONDS).hasStatus(201);
          assertThat(replay.text()).isEqualTo(text);
          assertThat(replay.header("idempotency-replayed")).isEqualTo("true");
          assertThat(services()).isEqualTo(1);
        });
  }

  @Test
  void whileOneIsUnderWayTheOthersAreAskedToWait() throws Exception {
    whileHeld(
        holder -> {
          Future<ApiReply> slow = inBackground(() -> on(first).post(SERVICES, WEB));
          awaitEnd();
          ApiReply early = on(second).post(SERVICES, WEB);
          early
              .isError(
                  409, "Conflict", "A request with this Idempotency-Key is still running; retry")
              .matchesContract("createService");
          assertThat(early.header("retry-after")).isEqualTo("1");
          holder.execute("SELECT pg_advisory_unlock(4711)");

          ApiReply late = slow.get(30, TimeUnit.SECONDS).hasStatus(201);

          assertThat(on(second).post(SERVICES, WEB).hasStatus(201).text()).isEqualTo(late.text());
          assertThat(services()).isEqualTo(1);
        });
  }

  @Test
  void whoeverDiesBeforeTheEndLeavesNothing() throws Exception {
    whileHeld(
        holder -> {
          Future<ApiReply> dying = inBackground(() -> on(first).post(SERVICES, WEB));
          awaitEnd();
          holder.execute("SELECT pg_terminate_backend(pid)" + AT_THE_END);
          dying.get(30, TimeUnit.SECONDS).hasStatus(503);
          holder.execute("SELECT pg_advisory_unlock(4711)");
          assertThat(services()).isZero();

          ApiReply retry = on(second).post(SERVICES, WEB).hasStatus(201);

          assertThat(retry.header("idempotency-replayed")).isEmpty();
          assertThat(services()).isEqualTo(1);
        });
  }

  private interface Scene {
    void play(Statement holder) throws Exception;
  }

  private static void whileHeld(Scene scene) throws Exception {
    first.database().execute(HOLD);
    try (Connection connection = first.database().jdbc();
        Statement holder = connection.createStatement()) {
      holder.execute("SELECT pg_advisory_lock(4711)");
      scene.play(holder);
    } finally {
      first.database().execute("DROP TRIGGER hold ON idempotency_keys; DROP FUNCTION hold()");
    }
  }

  private static Future<ApiReply> inBackground(Callable<ApiReply> request) {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      return thread.submit(request);
    } finally {
      thread.shutdown();
    }
  }

  private static void awaitEnd() throws SQLException {
    long deadline = System.nanoTime() + 10_000_000_000L;
    while (first.database().count("SELECT count(*)" + AT_THE_END) == 0) {
      assertThat(System.nanoTime()).as("nobody comes to the end").isLessThan(deadline);
    }
  }
}
