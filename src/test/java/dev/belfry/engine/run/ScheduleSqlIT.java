package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.run.ScheduleTables.Version;
import dev.belfry.monitoring.check.CheckRequest;
import dev.belfry.monitoring.check.CheckSettings;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.testing.CheckSamples;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The arithmetic of schedules in SQL against the rules in Java. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScheduleSqlIT {
  /** Ids made of numbers, so that a run is like the other. */
  private static final String IDS =
      "(SELECT md5(n::text)::uuid AS id FROM generate_series(1, %d) n)";

  private ScheduleTables tables;

  @BeforeAll
  void open() throws SQLException {
    tables = new ScheduleTables();
  }

  @AfterAll
  void close() throws SQLException {
    tables.close();
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void agreesWithTheRulesOnSettingsByChance(long seed) throws SQLException {
    ScheduleSamples samples = new ScheduleSamples(seed);
    for (int i = 0; i < 300; i++) {
      String settings = samples.check();
      String shared = samples.group();
      UUID id = new UUID(seed, i);
      assertThat(tables.scheduleOf(id, settings, shared))
          .as("seed %d, %d: %s in %s", seed, i, settings, shared)
          .satisfies(schedule -> agrees(schedule, ScheduleSamples.effective(settings, shared)));
    }
  }

  private static void agrees(List<? extends Version> schedule, CheckSettings effective) {
    if (!effective.activity().activated()) {
      assertThat(schedule).isEmpty();
      return;
    }
    List<String> places = ScheduleSamples.places(effective);
    boolean parallel = effective.execution().runParallel();
    long period = effective.schedule().period().toMillis();
    long first = schedule.get(0).phase();
    assertThat(first).isBetween(earliest(effective.schedule()), latest(effective.schedule()));
    assertThat(schedule.stream().map(Version::location))
        .containsExactlyInAnyOrderElementsOf(places);
    for (Version version : schedule) {
      int turn = parallel ? 0 : places.indexOf(version.location());
      assertThat(version.period()).isEqualTo(parallel ? period : period * places.size());
      assertThat(version.phase()).isEqualTo(first + turn * period);
    }
  }

  private static long width(CheckSettings.Schedule schedule) {
    if (schedule.frequency() == 0 || schedule.frequencyOffset() == null) {
      return schedule.period().toMillis();
    }
    return schedule.frequency() <= 60 ? 6_000 : 3_600_000;
  }

  private static long earliest(CheckSettings.Schedule schedule) {
    Integer offset = schedule.frequencyOffset();
    return schedule.frequency() == 0 || offset == null ? 0 : (offset - 1) * width(schedule);
  }

  private static long latest(CheckSettings.Schedule schedule) {
    long end = earliest(schedule) + width(schedule) - 1;
    assertThat(end).isLessThan(schedule.period().toMillis());
    return end;
  }

  @DisplayName("Specification, frequencyOffset rules; design, How a run travels")
  @ParameterizedTest(name = "frequency {0}, offset {1}: every {2} ms, phase from {3} to {4}")
  @CsvSource({
    "0, 10, 10000, 0, 9999",
    "0, 20, 20000, 0, 19999",
    "0, 30, 30000, 0, 29999",
    "1, 1, 60000, 0, 5999",
    "1, 10, 60000, 54000, 59999",
    "5, 50, 300000, 294000, 299999",
    "60, 600, 3600000, 3594000, 3599999",
    "120, 1, 7200000, 0, 3599999",
    "720, 12, 43200000, 39600000, 43199999",
    "1440, 24, 86400000, 82800000, 86399999",
    "5.0, 50.0, 300000, 294000, 299999",
  })
  void anOffsetNamesASlot(String frequency, String offset, long period, long from, long to)
      throws SQLException {
    for (int i = 0; i < 50; i++) {
      List<Version> schedule =
          tables.scheduleOf(
              new UUID(7, i),
              "{\"frequency\":%s,\"frequencyOffset\":%s}".formatted(frequency, offset),
              null);
      assertThat(schedule).hasSize(1);
      assertThat(schedule.get(0).period()).isEqualTo(period);
      assertThat(schedule.get(0).phase()).isBetween(from, to);
    }
  }

  @Test
  void checksThatRequestNothingDoNotRun() throws SQLException {
    assertThat(
            tables.number(
                "SELECT count(*) FROM schedule_of(gen_random_uuid(), 'HEARTBEAT', '{}', NULL)"))
        .isZero();
  }

  @DisplayName("What people know a target by is the same in SQL and in Java")
  @ParameterizedTest
  @EnumSource(
      value = CheckType.class,
      names = {"URL", "TCP", "DNS"})
  void namesTheTargetOfARequestAsJavaDoes(CheckType type) throws SQLException {
    String request = CheckSamples.request(type);
    assertThat(
            tables.number(
                "SELECT (request_target(?::jsonb) = ?)::int",
                request,
                CheckRequest.parse(type, request).target()))
        .isOne();
  }

  @DisplayName(
      "10,000 checks over 100 parts of their slot; 99 degrees of freedom, p < 0.0001 at 161")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"frequency\":0,\"frequencyOffset\":10} | 0 | 10000",
        "{\"frequency\":10} | 0 | 600000",
        "{\"frequency\":10,\"frequencyOffset\":7} | 36000 | 6000",
        "{\"frequency\":1440} | 0 | 86400000",
        "{\"frequency\":1440,\"frequencyOffset\":24} | 82800000 | 3600000",
      })
  void phasesSpreadEvenly(String settings, long from, long width) throws SQLException {
    assertThat(
            tables.number(
                """
                SELECT sum((n - 100) ^ 2 / 100.0) FROM (
                  SELECT count(s.phase_ms) AS n FROM generate_series(0, 99) AS part
                    LEFT JOIN (SELECT phase_ms FROM %s AS ids, schedule_of(id, 'URL', {request} ?::jsonb, NULL)) s
                    ON (s.phase_ms - ?) * 100 / ? = part GROUP BY part) parts\
                """
                    .formatted(IDS.formatted(10_000))
                    .replace("{request}", ScheduleTables.REQUEST),
                settings,
                from,
                width))
        .isLessThan(161);
  }

  @DisplayName("10,000 checks over 32 shards; 31 degrees of freedom, p < 0.0001 at 70")
  @Test
  void shardsAreOfOneSize() throws SQLException {
    assertThat(
            tables.number(
                """
                SELECT sum((n - 312.5) ^ 2 / 312.5) + 1000 * abs(32 - count(*)) FROM (
                  SELECT count(*) AS n FROM %s AS ids GROUP BY shard_of(id)) shards\
                """
                    .formatted(IDS.formatted(10_000))))
        .isLessThan(70);
  }

  @Test
  void theShardIsIndependentOfThePhase() throws SQLException {
    assertThat(
            tables.number(
                """
                SELECT 1000 * abs(corr(shard_of(id), s.phase_ms))
                FROM %s AS ids, schedule_of(id, 'URL', '{"request":{}}', NULL) s\
                """
                    .formatted(IDS.formatted(10_000))))
        .isLessThan(50);
  }
}
