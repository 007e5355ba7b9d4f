package dev.belfry.engine.run;

import static dev.belfry.engine.run.RunStoreFixture.failed;
import static dev.belfry.engine.run.RunStoreFixture.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.run.schedule.ScheduleVersion;
import dev.belfry.monitoring.check.Assertion;
import dev.belfry.monitoring.check.CheckRequest;
import dev.belfry.monitoring.check.CheckSettings;
import dev.belfry.monitoring.check.Comparison;
import dev.belfry.monitoring.check.IpFamily;
import dev.belfry.monitoring.check.RetryType;
import dev.belfry.monitoring.check.TcpRequest;
import dev.belfry.monitoring.check.UrlRequest;
import dev.belfry.platform.cluster.ShardClaim;
import dev.belfry.platform.cluster.ShardKey;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the engine reads of shards, checks and open runs. */
class RunStoreLoadIT {
  private static final UUID CHECK = new UUID(1, 1);
  private static final UUID OTHER = new UUID(2, 2);

  private final RunStoreFixture fixture = new RunStoreFixture();
  private final long now = fixture.tables.number("SELECT epoch_millis()");

  RunStoreLoadIT() throws SQLException {}

  @AfterEach
  void close() throws SQLException {
    fixture.close();
  }

  private List<SeriesRow> load(ShardKey key, long watermark) {
    return get(fixture.store.load(List.of(new ShardClaim(key, watermark, false, true)), 0)).rows();
  }

  private RunSpec spec(String settings) throws SQLException {
    return spec(null, settings);
  }

  private RunSpec spec(@org.jspecify.annotations.Nullable Long group, String settings)
      throws SQLException {
    fixture.tables.check(
        CHECK, group, "{\"request\":{\"url\":\"http://e.org/\"}," + settings + "}");
    return get(fixture.store.loadChecks(List.of(CHECK))).get(0).spec();
  }

  @Test
  void aShardIsReadWithTheTimesThatAreAccountedForAfterItsWatermark() throws SQLException {
    int series = fixture.series(CHECK);
    ShardKey key = fixture.keyOf(series);
    long slot = now / 10_000 * 10_000;
    ResultBatch batch = new ResultBatch();
    batch.add(failed(series, slot + 20_000, 0, null));
    batch.add(failed(series, slot + 30_000, 1, null));
    batch.add(failed(series, slot - 70_000, 0, null));
    batch.addWaiting(
        new ResultBatch.RunKey(series, slot + 10_000),
        new ResultBatch.Waiting(
            new ShardKey(ScheduleTables.ACCOUNT + "/attic", 9), 1, slot, slot, true));
    fixture.write(batch);
    assertThat(load(key, slot))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.id()).isEqualTo(series);
              assertThat(row.checkId()).isEqualTo(CHECK);
              assertThat(row.key()).isEqualTo(key);
              assertThat(row.done()).containsExactly(slot + 10_000, slot + 20_000);
              assertThat(row.versions())
                  .singleElement()
                  .satisfies(version -> assertThat(version.isOpen()).isTrue());
            });
    assertThat(load(new ShardKey(RunStoreFixture.PLACE, (key.shard() + 1) % 32), slot)).isEmpty();
  }

  @Test
  void versionsThatEndedBeforeTheWatermarkDoNotMatter() throws SQLException {
    int series = fixture.series(CHECK);
    fixture.tables.run("UPDATE schedules SET from_ms = 0, until_ms = ?", now - 100_000);
    fixture.tables.settings(CHECK, RunStoreFixture.CELLAR.replace("10", "20"));
    ShardKey key = fixture.keyOf(series);
    assertThat(load(key, now).get(0).versions()).hasSize(1);
    List<ScheduleVersion> both = load(key, now - 100_000).get(0).versions();
    assertThat(both).extracting(ScheduleVersion::isOpen).containsExactly(false, true);
    assertThat(both).extracting(ScheduleVersion::period).containsExactly(10_000L, 20_000L);
    fixture.tables.settings(CHECK, RunStoreFixture.CELLAR.replace("{", "{\"activated\":false,"));
    assertThat(load(key, now + 3_600_000)).as("paused long ago").isEmpty();
  }

  @Test
  void checksAreReadWithAllTheirSeriesAndDeletedOnesAreNot() throws SQLException {
    fixture.tables.check(
        CHECK, null, RunStoreFixture.CELLAR.replace("\"cellar\"", "\"cellar\",\"attic\""));
    fixture.series(OTHER);
    assertThat(get(fixture.store.loadChecks(List.of(CHECK, new UUID(9, 9)))))
        .extracting(row -> row.key().location())
        .containsExactlyInAnyOrder(RunStoreFixture.PLACE, ScheduleTables.ACCOUNT + "/attic");
    fixture.tables.run("DELETE FROM checks WHERE id = ?", CHECK);
    assertThat(get(fixture.store.loadChecks(List.of(CHECK)))).isEmpty();
  }

  @Test
  void openRunsAreReadWhereTheyAreToBeMade() throws SQLException {
    int series = fixture.series(CHECK);
    ShardKey attic = new ShardKey(ScheduleTables.ACCOUNT + "/attic", 9);
    ResultBatch batch = new ResultBatch();
    batch.addWaiting(
        new ResultBatch.RunKey(series, now),
        new ResultBatch.Waiting(attic, 2, now + 1, now + 2, true));
    fixture.write(batch);
    assertThat(get(fixture.store.openRuns(List.of(fixture.keyOf(series))))).isEmpty();
    assertThat(get(fixture.store.openRuns(List.of(attic))))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.home()).isEqualTo(fixture.keyOf(series));
              assertThat(row.place()).isEqualTo(attic);
              assertThat(List.of(row.at(), row.started(), row.due()))
                  .containsExactly(now, now + 1, now + 2);
              assertThat(row.attempts()).isEqualTo(2);
              assertThat(row.checkId()).isEqualTo(CHECK);
              assertThat(row.spec().probe().request().target()).isEqualTo("http://e.org/");
            });
  }

  @Test
  void whatTheSettingsLeaveOutHasItsDefault() throws SQLException {
    RunSpec spec = spec("\"name\":\"x\"");
    assertThat(spec.probe().request())
        .isEqualTo(new UrlRequest("GET", "http://e.org/", true, false, IpFamily.IPV4, List.of()));
    assertThat(spec.probe().timeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(spec.expectation()).isEqualTo(new CheckSettings.Expectation(false, null, null));
    assertThat(spec.retry()).isNull();
    assertThat(spec.locations()).isEmpty();
  }

  @Test
  void everySettingOfARunIsRead() throws SQLException {
    fixture.tables.check(
        CHECK,
        null,
        """
        {"request":{"url":"https://e.org/","followRedirects":false,"skipSSL":true,"ipFamily":"IPv6",
          "assertions":[{"source":"STATUS_CODE","comparison":"EQUALS","target":"204"}]},
         "shouldFail":true,"degradedResponseTime":100,"maxResponseTime":2500,
         "locations":["us-east-1","eu-west-1"],
         "retryStrategy":{"type":"LINEAR","baseBackoffSeconds":5,"sameRegion":false}}\
        """);
    RunSpec spec = get(fixture.store.loadChecks(List.of(CHECK))).get(0).spec();
    UrlRequest request = (UrlRequest) spec.probe().request();
    assertThat(request.followRedirects()).isFalse();
    assertThat(request.skipSSL()).isTrue();
    assertThat(request.ipFamily()).isEqualTo(IpFamily.IPV6);
    assertThat(request.assertions())
        .singleElement()
        .extracting(Assertion::comparison)
        .isEqualTo(Comparison.EQUALS);
    assertThat(spec.probe().timeout()).isEqualTo(Duration.ofMillis(2_500));
    assertThat(spec.expectation()).isEqualTo(new CheckSettings.Expectation(true, 100.0, 2_500.0));
    assertThat(spec.retry())
        .isNotNull()
        .satisfies(
            retry -> {
              assertThat(retry.type()).isEqualTo(RetryType.LINEAR);
              assertThat(retry.sameRegion()).isFalse();
            });
    assertThat(spec.locations()).containsExactlyInAnyOrder("us-east-1", "eu-west-1");
  }

  @Test
  void aRequestIsReadByTheTypeOfItsCheckAndSharesItsAssertions() throws SQLException {
    String assertions = ",\"assertions\":[{\"comparison\":\"EQUALS\",\"target\":\"5\"}]}}";
    for (UUID check : List.of(CHECK, OTHER)) {
      fixture.tables.check(
          check, null, "{\"locations\":[\"eu-west-1\"],\"request\":{\"url\":\"http://e.org/\"}}");
      fixture.tables.run(
          "UPDATE checks SET check_type = 'TCP', settings = settings || ?::jsonb WHERE id = ?",
          "{\"request\":{\"hostname\":\"db.e.org\",\"port\":5432" + assertions,
          check);
    }
    List<SeriesRow> rows = get(fixture.store.loadChecks(List.of(CHECK, OTHER)));
    assertThat(rows).hasSize(2);
    CheckRequest first = rows.get(0).spec().probe().request();
    CheckRequest second = rows.get(1).spec().probe().request();
    assertThat(first).isInstanceOf(TcpRequest.class).isEqualTo(second);
    assertThat(first.target()).isEqualTo("db.e.org:5432");
    assertThat(first.assertions()).hasSize(1).isSameAs(second.assertions());
  }

  @ParameterizedTest(name = "{0} ms wait for {1} ms")
  @CsvSource({"0, 1", "1, 1", "2500, 2500", "30000, 30000", "90000, 30000"})
  void aProbeWaitsAsLongAsTheMaximumResponseTime(long max, long timeout) throws SQLException {
    assertThat(spec("\"maxResponseTime\":" + max).probe().timeout())
        .isEqualTo(Duration.ofMillis(timeout));
  }

  @ParameterizedTest(name = "own {0}, of the group {1}: {2}")
  @CsvSource(
      nullValues = "none",
      value = {
        "FIXED, none, FIXED",
        "FIXED, \"FALLBACK\", FIXED",
        "FIXED, null, none",
        "FIXED, {\"type\":\"LINEAR\"}, LINEAR",
        "none, {\"type\":\"LINEAR\"}, LINEAR",
        "none, none, none",
      },
      quoteCharacter = '\'')
  void theGroupHasItsSayOnRetries(
      @org.jspecify.annotations.Nullable String own,
      @org.jspecify.annotations.Nullable String shared,
      @org.jspecify.annotations.Nullable RetryType expected)
      throws SQLException {
    long group =
        fixture.tables.group(
            "{\"name\":\"g\"" + (shared == null ? "" : ",\"retryStrategy\":" + shared) + "}");
    RunSpec spec =
        spec(
            group,
            own == null
                ? "\"retryStrategy\":null"
                : "\"retryStrategy\":{\"type\":\"" + own + "\"}");
    assertThat(spec.retry() == null ? null : spec.retry().type()).isEqualTo(expected);
  }

  @Test
  void monitorsShareWhatTheyHaveInCommon() throws SQLException {
    for (UUID check : List.of(CHECK, OTHER)) {
      fixture.tables.check(
          check,
          null,
          """
          {"request":{"url":"http://e.org/","assertions":[
             {"source":"STATUS_CODE","comparison":"EQUALS","target":"204"}]},
           "maxResponseTime":500,"retryStrategy":{"type":"FIXED"}}\
          """);
    }
    List<RunSpec> specs =
        get(fixture.store.loadChecks(List.of(CHECK, OTHER))).stream().map(SeriesRow::spec).toList();
    assertThat(specs.get(0).retry()).isSameAs(specs.get(1).retry());
    assertThat(specs.get(0).expectation()).isSameAs(specs.get(1).expectation());
    assertThat(specs.get(0).probe().request().assertions())
        .isSameAs(specs.get(1).probe().request().assertions());
    assertThat(specs.get(0).probe().timeout()).isSameAs(specs.get(1).probe().timeout());
  }
}
