package dev.belfry.engine.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.chaos.ChaosTarget;
import dev.belfry.testing.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Stops the service for minutes while two agents run monitors, starts it again, and prints what
 * became of the runs in between. {@code src/test/load/agents outage} starts it.
 */
public final class AgentOutageDrill {
  private static final Map<String, String> ENVIRONMENT = Map.of("BELFRY_ACCESS_LOG", "off");
  private static final int WARM_UP_SECONDS = 75;
  private static final int MOST_SENDING_SECONDS = 600;

  private static final String OWNERS =
      """
      SELECT count(*) FROM instances i WHERE i.fenced_at IS NULL
        AND (SELECT count(*) FROM shards k WHERE k.owner = i.id) >= 16\
      """;

  private static final String STORED =
      "SELECT count(*) FROM results WHERE attempt = 0 AND verdict < 4 AND at BETWEEN ? AND ?";

  private static final String TWICE =
      """
      SELECT count(*) FROM (SELECT FROM results WHERE attempt = 0
        GROUP BY series_id, at HAVING count(*) > 1) AS twice\
      """;

  private AgentOutageDrill() {}

  /** Arguments: minutes of the outage, monitors. */
  public static void main(String[] arguments) throws Exception {
    int minutes = Integer.parseInt(arguments[0]);
    int monitors = Integer.parseInt(arguments[1]);
    try (ChaosTarget target = new ChaosTarget();
        TestDatabase database = TestDatabase.createMigrated()) {
      run(database, target.url("/"), minutes, monitors);
    }
    System.exit(0);
  }

  private static void run(TestDatabase database, String url, int minutes, int monitors)
      throws Exception {
    Path directory = Files.createTempDirectory("belfry-agents");
    TestApp before = TestApp.startOn(database.address(), ENVIRONMENT);
    EngineFixture fixture = new EngineFixture(before);
    JsonNode location = fixture.makeCellar().json();
    String key = location.at("/keys/0/rawKey").asText();
    AgentDrill.insert(fixture, url, monitors);
    try (AgentRelay relay = new AgentRelay(before.port());
        AgentLife one = new AgentLife(relay.port(), key, directory.resolve("one"));
        AgentLife two = new AgentLife(relay.port(), key, directory.resolve("two"))) {
      EngineFixture.until("both share", () -> fixture.number(OWNERS) == 2);
      sleep(WARM_UP_SECONDS);
      long from = fixture.now();
      before.close();
      say("the service is stopped for %d min", minutes);
      sleep(minutes * 60);
      say("spool of one agent: %s; of the other: %s", spool(one), spool(two));
      long stored = fixture.number(STORED, from + 1_000, fixture.now());
      long back = fixture.now();
      TestApp after = TestApp.startOn(database.address(), ENVIRONMENT);
      relay.to(after.port());
      long ready = fixture.now();
      say("the service is back, started in %d ms", ready - back);
      awaitSent(List.of(one, two));
      say(
          "results of the outage: %d before it ended, %d sent within %d ms",
          stored, fixture.number(STORED, from + 1_000, back), fixture.now() - ready);
      sleep(WARM_UP_SECONDS);
      report(fixture, from, List.of(one, two));
      after.close();
    }
  }

  private static String spool(AgentLife agent) {
    return String.format(
        Locale.ROOT,
        "%.1f MB, the oldest result %.0f s old",
        agent.metric("belfry_agent_spool_bytes") / 1e6,
        agent.metric("belfry_agent_spool_age_seconds"));
  }

  /** New results come all the time: a young spool has nothing of the outage. */
  private static void awaitSent(List<AgentLife> agents) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SENDING_SECONDS);
    while (agents.stream().anyMatch(AgentOutageDrill::isBehind)) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("the spool is not sent: " + agents.get(0).log());
      }
      TimeUnit.MILLISECONDS.sleep(200);
    }
  }

  private static boolean isBehind(AgentLife agent) {
    return agent.metric("belfry_agent_connected") < 1
        || agent.metric("belfry_agent_spool_age_seconds") > 5;
  }

  private static void report(EngineFixture fixture, long from, List<AgentLife> agents) {
    long now = fixture.now();
    EngineFixture.until(
        "accounted for", () -> fixture.ledger(from).to().toEpochMilli() > now - 5_000);
    LedgerReport report = fixture.ledger(from);
    say(
        "ledger: difference %d, scheduled %d, ran %d, observer faults %d, missed %s, open %d",
        report.difference(),
        report.scheduled(),
        report.ran(),
        report.observerFaults(),
        report.missed(),
        report.open());
    say("runs with two results: %d", fixture.number(TWICE));
    for (AgentLife agent : agents) {
      say(
          "an agent: sent %.0f results, refused or dropped %.0f",
          agent.metric("belfry_agent_results_sent_total"),
          agent.metric("belfry_agent_results_refused_total"));
    }
  }

  private static void sleep(int seconds) throws InterruptedException {
    TimeUnit.SECONDS.sleep(seconds);
  }

  private static void say(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}
