package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.engine.agent.protocol.AgentProtocol;
import dev.belfry.fleet.Balancer;
import dev.belfry.fleet.InstanceProcess;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.DatabasePath;
import dev.belfry.testing.RealClock;
import dev.belfry.testing.TestDatabase;
import io.vertx.core.http.UpgradeRejectedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Agents of one location whose streams end at several instances of the service. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@RealClock("Killed processes are taken over by heartbeats of the database's clock.")
class AgentFleetIT {
  private static final long TAKEOVER_MILLIS = 5_000;
  private static final String OWNERS =
      """
      SELECT count(*) FROM instances i WHERE i.fenced_at IS NULL AND i.agent_key IS NOT NULL
        AND (SELECT count(*) FROM shards k WHERE k.owner = i.id) >= ?\
      """;

  private static final String JOINED =
      "SELECT count(*) FROM instances WHERE agent_key IS NOT NULL AND fenced_at IS NULL";

  /** Shards of private locations whose owner lives and has said so after a time. */
  private static final String OWNED_SINCE =
      """
      SELECT count(*) FROM shards k JOIN instances i ON i.id = k.owner
      WHERE strpos(k.location, '/') > 0 AND i.fenced_at IS NULL AND i.seen_at > ?
        AND i.seen_at > epoch_millis() - 1000\
      """;

  @TempDir private static Path directory = Path.of("");
  private TestDatabase database;
  private TestApp app;
  private EngineFixture fixture;
  private Balancer balancer;
  private final List<InstanceProcess> instances = new ArrayList<>();

  /** One instance for the API, and two behind the balancer, which agents connect to. */
  @BeforeAll
  void open() {
    database = TestDatabase.createMigrated();
    for (int number = 1; number <= 2; number++) {
      Map<String, String> environment = new HashMap<>(DatabasePath.to(database.address()));
      environment.put("BELFRY_LOCATIONS", "none");
      environment.put("BELFRY_ACCESS_LOG", "off");
      environment.put("BELFRY_HTTP_EVENT_LOOPS", "1");
      environment.put("BELFRY_TRUSTED_PROXIES", "127.0.0.1");
      environment.put("BELFRY_DATABASE_POOL_SIZE", "4");
      InstanceProcess one = new InstanceProcess(number, "127.0.0.1", directory, environment);
      one.start("");
      instances.add(one);
    }
    app = TestApp.startOn(database.address(), Map.of("BELFRY_ACCESS_LOG", "off"));
    fixture = new EngineFixture(app);
    EngineFixture.until(
        "the instances are ready", () -> instances.stream().allMatch(InstanceProcess::isReady));
    balancer = Balancer.start(directory, instances.stream().map(InstanceProcess::address).toList());
  }

  @AfterAll
  void close() {
    balancer.close();
    fixture.close();
    app.close();
    instances.forEach(InstanceProcess::close);
    database.close();
  }

  private JsonNode location(String slug) {
    return fixture
        .client
        .post("/v1/private-locations", "{\"name\":\"L\",\"slugName\":\"%s\"}".formatted(slug))
        .hasStatus(201)
        .json();
  }

  private List<Integer> ports() {
    List<Integer> ports = new ArrayList<>(List.of(app.port()));
    instances.forEach(one -> ports.add(one.address().api().port()));
    return ports;
  }

  @Test
  void aRevokedKeyLosesItsStreamsAtEveryInstanceWithinASecond() {
    JsonNode location = location("revoked");
    String key = location.at("/keys/0/rawKey").asText();
    List<AgentStream> streams = new ArrayList<>();
    try {
      for (int port : ports()) {
        AgentStream stream = new AgentStream();
        streams.add(stream);
        assertThat(stream.open(port, key, "1").next().path("event").asText()).isEqualTo("hello");
        stream.ask("join", "{\"name\":\"test\",\"mayPing\":false}");
      }
      fixture
          .client
          .delete(
              "/v1/private-locations/%s/keys/%s"
                  .formatted(location.path("id").asText(), location.at("/keys/0/id").asText()))
          .hasStatus(204);
      long revoked = System.nanoTime();
      for (AgentStream stream : streams) {
        assertThat(stream.closedWith()).isEqualTo(AgentProtocol.KEY_REVOKED);
      }
      assertThat((System.nanoTime() - revoked) / 1_000_000)
          .as("milliseconds until the last stream has ended")
          .isLessThan(1_000);
    } finally {
      streams.forEach(AgentStream::close);
    }
    for (int port : ports()) {
      try (AgentStream again = new AgentStream()) {
        assertThat(
                catchThrowableOfType(
                        UpgradeRejectedException.class, () -> again.open(port, key, "1"))
                    .getStatus())
            .isEqualTo(401);
      }
    }
  }

  /** The instances that have the streams of agents, of those behind the balancer. */
  private List<InstanceProcess> serving() {
    return instances.stream()
        .filter(
            one ->
                new ApiClient("http://127.0.0.1:" + one.address().management())
                    .get("/metrics")
                    .text()
                    .lines()
                    .anyMatch(line -> line.matches("belfry_agents_connected [1-9].*")))
        .toList();
  }

  private long millisUntilAllAreOwned(long since) {
    EngineFixture.until("all are owned", () -> fixture.number(OWNED_SINCE, since) == 32);
    return fixture.now() - since;
  }

  @Test
  void monitorsGoOnWhenAgentsAndInstancesDie() {
    String key = location("cellar").at("/keys/0/rawKey").asText();
    int port = balancer.address().port();
    try (AgentLife first = new AgentLife(port, key, directory.resolve("one"));
        AgentLife second = new AgentLife(port, key, directory.resolve("two"))) {
      EngineFixture.until("both have joined", () -> fixture.number(JOINED) == 2);
      List<String> checks = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        checks.add(fixture.quickMonitor("/", "\"privateLocations\":[\"cellar\"]"));
      }
      EngineFixture.until("both share", () -> fixture.number(OWNERS, 16) == 2);
      assertThat(serving()).as("each agent at an instance of its own").hasSize(2);
      long from = fixture.now();
      long died = fixture.now();
      instances.get(0).kill();
      assertThat(millisUntilAllAreOwned(died))
          .as("kill -9 of an instance")
          .isLessThan(TAKEOVER_MILLIS);
      assertThat(fixture.number(OWNERS, 16)).as("no agent was fenced: " + first.log()).isEqualTo(2);
      instances.get(0).start("");
      EngineFixture.until("it is back", instances.get(0)::isReady);

      died = fixture.now();
      first.kill();
      assertThat(millisUntilAllAreOwned(died))
          .as("kill -9 of an agent")
          .isLessThan(TAKEOVER_MILLIS);
      try (AgentLife third = new AgentLife(port, key, directory.resolve("three"))) {
        EngineFixture.until("both share", () -> fixture.number(OWNERS, 16) == 2);
        InstanceProcess hung = serving().get(0);
        died = fixture.now();
        hung.pause();
        try {
          assertThat(millisUntilAllAreOwned(died))
              .as("a hung instance")
              .isLessThan(TAKEOVER_MILLIS);
        } finally {
          hung.resume();
        }
        EngineFixture.until("both share", () -> fixture.number(OWNERS, 16) == 2);
        long now = fixture.now();
        EngineFixture.until("accounted for", () -> fixture.ledger(from).to().toEpochMilli() > now);
        EngineFixture.until("no difference", () -> fixture.ledger(from).difference() == 0);
        assertThat(fixture.ledger(from).missed().keySet())
            .as("only the seconds of a takeover are missed: " + second.log() + third.log())
            .isSubsetOf(Reason.INSTANCE_LOST);
        checks.forEach(check -> assertThat(fixture.runs(check)).hasSizeGreaterThan(10));
      }
    }
  }
}
