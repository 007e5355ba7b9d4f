package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the holder of one location's key can cost the accounts beside it. */
class HostileAgentIT {
  private static final String JOIN = "{\"name\":\"test\",\"mayPing\":false}";
  private static final long DAY = 86_400_000;

  private final TestApp app = TestApp.shared();
  private final AgentStream stream = new AgentStream();
  private EngineFixture acme;
  private EngineFixture other;

  @BeforeEach
  void open() {
    acme = new EngineFixture(app);
    other = new EngineFixture(app);
    stream.open(app.port(), key(acme), "1").next();
  }

  @AfterEach
  void close() {
    stream.close();
    acme.close();
    other.close();
  }

  /** The key of a new location of the account. */
  private static String key(EngineFixture fixture) {
    return fixture.makeCellar().at("/keys/0/rawKey").asText();
  }

  private static String monitor(EngineFixture fixture) {
    return fixture.monitor("/", "\"privateLocations\":[\"cellar\"]");
  }

  private static String load(String watermark) {
    return IntStream.range(0, 32)
        .mapToObj(shard -> "[%d,%s]".formatted(shard, watermark))
        .collect(Collectors.joining(",", "{\"shards\":[", "]}"));
  }

  /** All instances read the rows of those that have joined, twice a second. */
  @Test
  void joinsOfALocationAreBounded() {
    long agent = stream.ask("join", JOIN).at("/answer/instance").asLong();
    app.database()
        .execute(
            """
            INSERT INTO instances (name, locations, agent_key, fenced_at)
            SELECT 'before', i.locations, i.agent_key, epoch_millis()
            FROM instances i, generate_series(2, 199) WHERE i.id = %d"""
                .formatted(agent));
    assertThat(stream.ask("join", JOIN).at("/answer/instance").asLong()).isGreaterThan(agent);
    assertThat(stream.ask("join", JOIN).at("/error/message").asText()).contains("too many");
  }

  /** All results of a month would fill the memory of the service. */
  @Test
  void aWatermarkOfLongAgoBringsNoResultsOfLongAgo() {
    long series =
        acme.number(
            "SELECT id FROM series WHERE check_id = ?::uuid AND location = 'cellar'",
            monitor(acme));
    long day = acme.now() / DAY - 3;
    app.database().execute("SELECT make_partitions(%d)".formatted(day));
    app.database()
        .execute(
            """
            INSERT INTO results SELECT %d + n, %d, 1, 1, 0, 0, 0, 200, 0, 0, 0, 0, 0
            FROM generate_series(1, 9) AS n"""
                .formatted(day * DAY, series));
    for (String watermark : new String[] {"0", "-9223372036854775808"}) {
      JsonNode read = stream.ask("load", load(watermark));
      assertThat(read.at("/answer/series/0/id").asLong()).as(read.toString()).isEqualTo(series);
      assertThat(read.at("/answer/series/0/done")).isEmpty();
    }
  }

  /** Accounts take turns at the connections to the database. */
  @Test
  void aFloodOfRequestsLeavesTheServiceToOthers() {
    monitor(acme);
    for (int id = 1_000; id < 2_000; id++) {
      stream.send("{\"id\":%d,\"op\":\"load\",\"body\":%s}".formatted(id, load("0")));
    }
    try (AgentStream neighbour = new AgentStream().open(app.port(), key(other), "1")) {
      long asked = System.nanoTime();
      for (int i = 0; i < 10; i++) {
        assertThat(neighbour.ask("load", "{\"shards\":[[0,0]]}").has("answer")).isTrue();
      }
      assertThat((System.nanoTime() - asked) / 1_000_000)
          .as("milliseconds of ten answers")
          .isLessThan(3_000);
    }
  }
}
