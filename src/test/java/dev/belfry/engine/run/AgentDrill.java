package dev.belfry.engine.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.chaos.ChaosTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Runs many monitors on one agent, cuts it off from the service, kills it beside another agent and
 * revokes its key, and prints what that cost. {@code src/test/load/agents} starts it.
 */
public final class AgentDrill {
  private static final String MONITORS =
      """
      INSERT INTO checks (id, account_id, check_type, settings, created_at)
      SELECT gen_random_uuid(), ?, 'URL', jsonb_build_object('name', 'Monitor ' || i,
        'activated', true, 'frequency', 1, 'runParallel', true, 'tags', '[]'::jsonb,
        'privateLocations', jsonb_build_array('cellar'),
        'request', jsonb_build_object('method', 'GET', 'url', ?::text || i),
        'degradedResponseTime', 3000, 'maxResponseTime', 5000), now()
      FROM generate_series(1, ?::int) AS i\
      """;

  private static final String OWNERS =
      """
      SELECT count(*) FROM instances i WHERE i.fenced_at IS NULL
        AND (SELECT count(*) FROM shards k WHERE k.owner = i.id) >= ?\
      """;

  private static final String DELAY =
      """
      SELECT coalesce(percentile_disc(0.99) WITHIN GROUP (ORDER BY delay_ms), -1)
      FROM results WHERE attempt = 0 AND verdict < 4 AND at BETWEEN ? AND ?\
      """;

  private static final String STORED =
      "SELECT count(*) FROM results WHERE attempt = 0 AND verdict < 4 AND at BETWEEN ? AND ?";

  /** Ticks of /proc in a second. */
  private static final double TICKS = 100;

  private final EngineFixture fixture;
  private final int monitors;

  private AgentDrill(EngineFixture fixture, int monitors) {
    this.fixture = fixture;
    this.monitors = monitors;
  }

  /** Arguments: monitors, seconds of the load, seconds of the outage. */
  public static void main(String[] arguments) throws Exception {
    int monitors = Integer.parseInt(arguments[0]);
    try (TestApp app = TestApp.start(Map.of("BELFRY_ACCESS_LOG", "off"));
        EngineFixture fixture = new EngineFixture(app)) {
      new AgentDrill(fixture, monitors)
          .run(app, Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
    }
    System.exit(0);
  }

  private void run(TestApp app, int load, int outage) throws Exception {
    Path directory = Files.createTempDirectory("belfry-agents");
    JsonNode location = fixture.makeCellar().json();
    String key = location.at("/keys/0/rawKey").asText();
    try (ChaosTarget target = new ChaosTarget();
        AgentRelay relay = new AgentRelay(app.port());
        AgentLife first = new AgentLife(relay.port(), key, directory.resolve("one"))) {
      insert(fixture, target.url("/"), monitors);
      long started = fixture.now();
      EngineFixture.until("it owns all", () -> fixture.number(OWNERS, 32) == 1);
      say("owns all shards after %d ms", fixture.now() - started);
      sleep(70);
      load(first, load);
      outage(relay, first, outage);
      try (AgentLife second = new AgentLife(app.port(), key, directory.resolve("two"))) {
        EngineFixture.until("both share", () -> fixture.number(OWNERS, 16) == 2);
        sleep(20);
        long from = fixture.now() - 60_000;
        long killed = fixture.now();
        first.kill();
        EngineFixture.until("it owns all", () -> fixture.number(OWNERS, 32) == 1);
        say("kill -9: the other agent owns all shards after %d ms", fixture.now() - killed);
        sleep(75);
        ledger("kill", from);
        long revoked = fixture.now();
        fixture
            .client
            .delete(
                "/v1/private-locations/%s/keys/%s"
                    .formatted(location.path("id").asText(), location.at("/keys/0/id").asText()))
            .hasStatus(204);
        int code = second.await();
        say("revoked: exit code %d after %d ms", code, fixture.now() - revoked);
      }
    }
  }

  /** Adds monitors of a path each, with a run every minute at the private location cellar. */
  static void insert(EngineFixture fixture, String url, int monitors) throws Exception {
    try (Connection connection = fixture.app.database().jdbc();
        PreparedStatement insert = connection.prepareStatement(MONITORS)) {
      insert.setObject(1, UUID.fromString(fixture.acme.account().toString()));
      insert.setString(2, url);
      insert.setInt(3, monitors);
      say("%d monitors", insert.executeUpdate());
    }
  }

  private void load(AgentLife agent, int seconds) throws Exception {
    long from = fixture.now();
    double before = processorSeconds(agent);
    sleep(seconds);
    double used = processorSeconds(agent) - before;
    long to = fixture.now();
    sleep(5);
    say(
        "load of %d s: %d results, %.1f %% of a processor, %d MB resident, p99 of the delay %d ms",
        seconds,
        fixture.number(STORED, from, to),
        100 * used / seconds,
        resident(agent) / 1024,
        fixture.number(DELAY, from, to));
    ledger("load", from);
  }

  private void outage(AgentRelay relay, AgentLife agent, int seconds) throws Exception {
    long from = fixture.now();
    relay.cut();
    sleep(seconds);
    long mended = fixture.now();
    long before = fixture.number(STORED, from + 2_000, mended);
    relay.mend();
    long wanted = (long) (0.97 * monitors * (seconds - 10) / 60);
    EngineFixture.until(
        "the spool is sent", () -> fixture.number(STORED, from + 2_000, mended) >= wanted);
    say(
        "outage of %d s: %d results before its end, %d after %d ms, %d MB resident",
        seconds,
        before,
        fixture.number(STORED, from + 2_000, mended),
        fixture.now() - mended,
        resident(agent) / 1024);
    sleep(10);
    ledger("outage", from);
  }

  private void ledger(String what, long from) {
    long now = fixture.now();
    EngineFixture.until(
        "accounted for", () -> fixture.ledger(from).to().toEpochMilli() > now - 5_000);
    LedgerReport report = fixture.ledger(from);
    say(
        "ledger of the %s: difference %d, ran %d, observer faults %d, missed %s, open %d",
        what,
        report.difference(),
        report.ran(),
        report.observerFaults(),
        report.missed(),
        report.open());
  }

  private static double processorSeconds(AgentLife agent) throws IOException {
    String[] words =
        Files.readString(Path.of("/proc/" + agent.pid() + "/stat"))
            .replaceFirst(".*\\) ", "")
            .split(" ", -1);
    return (Long.parseLong(words[11]) + Long.parseLong(words[12])) / TICKS;
  }

  private static long resident(AgentLife agent) throws IOException {
    return Files.readAllLines(Path.of("/proc/" + agent.pid() + "/status")).stream()
        .filter(line -> line.startsWith("VmRSS"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .sum();
  }

  private static void sleep(int seconds) throws InterruptedException {
    TimeUnit.SECONDS.sleep(seconds);
  }

  private static void say(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}
