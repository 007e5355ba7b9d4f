package dev.belfry.engine.run;

import static dev.belfry.engine.run.RunStoreFixture.failed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.engine.run.schedule.MissedRange;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.platform.cluster.ShardKey;
import io.vertx.core.Future;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/** What the engine writes: all of it or nothing, once however often it is sent. */
class RunStoreIT {
  private static final UUID CHECK = new UUID(1, 1);
  private static final long DAY = 86_400_000;
  private static final List<String> TABLES =
      List.of("results", "result_details", "open_runs", "series_states");

  private final RunStoreFixture fixture = new RunStoreFixture();
  private final int series = fixture.series(CHECK);
  private final ShardKey key = fixture.keyOf(series);
  private final long noon = fixture.tables.number("SELECT epoch_millis()") / DAY * DAY + DAY / 2;

  RunStoreIT() throws SQLException {
    fixture.own(noon - DAY);
  }

  @AfterEach
  void close() throws SQLException {
    fixture.close();
  }

  private ResultBatch everything() {
    ResultBatch batch = new ResultBatch();
    batch.add(failed(series, noon, 0, "{\"body\":\"a\\ufffdb\"}"));
    batch.add(failed(series, noon + 10_000, 1, null));
    batch.addWaiting(new ResultBatch.RunKey(series, noon + 10_000), waiting(key, 1, false));
    batch.states.put(series, new ResultBatch.State(Verdict.FAILED, noon, noon + DAY));
    batch.watermarks.put(key, noon + 40_000);
    return batch;
  }

  /** From a slot on, every ten seconds. */
  private MissedBatch missed(long first, int count) {
    MissedBatch batch = new MissedBatch();
    MissedRange range = new MissedRange(first, first + (count - 1) * 10_000L, 10_000);
    batch.add(RunSamples.shard(0), new MissedBatch.Missed(series, range, Reason.OVERLOADED));
    return batch;
  }

  private ResultBatch.Waiting waiting(ShardKey place, int attempts, boolean elsewhere) {
    return new ResultBatch.Waiting(place, attempts, noon, noon + 99_000, elsewhere);
  }

  private ResultBatch waits(int attempts) {
    ResultBatch batch = new ResultBatch();
    batch.addWaiting(new ResultBatch.RunKey(series, noon), waiting(key, attempts, false));
    return batch;
  }

  private ResultBatch ends() {
    ResultBatch batch = new ResultBatch();
    batch.add(failed(series, noon, 0, null));
    batch.end(new ResultBatch.RunKey(series, noon));
    return batch;
  }

  private long watermark() throws SQLException {
    return fixture.tables.number(
        "SELECT watermark FROM shards WHERE location = ? AND shard = ?",
        key.location(),
        (short) key.shard());
  }

  @Test
  void aBatchIsWrittenWhole() throws SQLException {
    assertThat(fixture.write(everything())).isTrue();
    assertThat(
            fixture.count(
                "results WHERE attempt = 0 AND verdict = 2 AND reason = 100 AND status = 500"
                    + " AND response_us = 150 AND delay_ms = 12 AND dns = 1 AND tcp = 2 AND tls = 3"
                    + " AND first_byte = 4 AND download = 5"))
        .isEqualTo(1);
    assertThat(fixture.count("result_details WHERE detail ->> 'body' = E'a\\uFFFDb'")).isEqualTo(1);
    assertThat(fixture.count("open_runs WHERE attempts = 1")).isEqualTo(1);
    assertThat(fixture.count("series_states WHERE verdict = 2")).isEqualTo(1);
    assertThat(watermark()).isEqualTo(noon + 40_000);
  }

  @Test
  void aFencedInstanceWritesNothingAtAll() throws SQLException {
    fixture.fence();
    assertThat(fixture.write(everything())).isFalse();
    assertThat(fixture.write(missed(noon, 3))).isFalse();
    for (String table : TABLES) {
      assertThat(fixture.count(table)).as(table).isZero();
    }
    assertThat(watermark()).isEqualTo(noon - DAY);
    assertThat(RunStoreFixture.get(fixture.store.write(999, everything())))
        .as("never joined")
        .isFalse();
    fixture.write(waits(1));
    ResultBatch end = ends();
    assertThat(fixture.write(end)).isFalse();
  }

  @Test
  void aFencedInstanceEndsNoRun() throws SQLException {
    fixture.write(waits(1));
    fixture.fence();
    assertThat(fixture.write(ends())).isFalse();
    assertThat(fixture.count("open_runs")).isEqualTo(1);
  }

  @Test
  void writingTwiceIsAsGoodAsOnce() throws SQLException {
    fixture.write(everything());
    assertThat(fixture.write(everything())).isTrue();
    assertThat(fixture.count("results")).isEqualTo(2);
    assertThat(fixture.count("result_details")).isEqualTo(1);
    assertThat(fixture.count("open_runs")).isEqualTo(1);
  }

  @Test
  void missedRunsAreWrittenOnceHoweverOftenTheyAreSentAndLeaveResultsAsTheyAre()
      throws SQLException {
    fixture.write(everything());
    assertThat(fixture.write(missed(noon + 20_000, 3))).isTrue();
    assertThat(fixture.count("results WHERE verdict = 4 AND reason = 203 AND attempt = 0"))
        .isEqualTo(3);
    assertThat(fixture.write(missed(noon, 7))).isTrue();
    assertThat(fixture.count("results WHERE verdict = 4 AND attempt = 0")).isEqualTo(6);
    assertThat(fixture.count("results WHERE verdict = 2 AND attempt = 0")).isEqualTo(1);
  }

  @Test
  void aBatchWhoseAnswerWasLostDoesNotOpenAnEndedRunAgain() throws SQLException {
    fixture.write(waits(1));
    fixture.write(ends());
    assertThat(fixture.count("open_runs")).isZero();
    assertThat(fixture.write(waits(1))).isTrue();
    assertThat(fixture.count("open_runs")).isZero();
  }

  @Test
  void aBatchWhoseAnswerWasLostDoesNotTakeARunBack() throws SQLException {
    fixture.write(waits(1));
    fixture.write(waits(2));
    fixture.write(waits(1));
    assertThat(fixture.count("open_runs WHERE attempts = 2")).isEqualTo(1);
  }

  @Test
  void aRunThatIsLeftToAnotherLocationIsTold() throws SQLException {
    try (Connection listener = fixture.tables.connect();
        Statement statement = listener.createStatement()) {
      statement.execute("LISTEN belfry_runs");
      ResultBatch batch = new ResultBatch();
      batch.addWaiting(
          new ResultBatch.RunKey(series, noon), waiting(new ShardKey("attic:1", 7), 1, true));
      batch.addWaiting(new ResultBatch.RunKey(series, noon + 10_000), waiting(key, 1, false));
      assertThat(fixture.write(batch)).isTrue();
      var told = listener.unwrap(PGConnection.class).getNotifications(10_000);
      assertThat(told).extracting(one -> one.getParameter()).containsExactly("attic:1:7");
    }
  }

  @Test
  void beatsDoNotWaitForAWriteUnderWayAndFencingDoes() throws SQLException {
    try (Connection other = fixture.tables.connect()) {
      other.setAutoCommit(false);
      ScheduleTables.run(other, "SELECT FROM shards FOR UPDATE");
      Future<Boolean> write = fixture.store.write(fixture.instance, everything());
      fixture.untilWaiting(1);
      RunStoreFixture.get(fixture.clusterStore.beat(fixture.instance, false));
      Future<Void> fence = fixture.clusterStore.fence(fixture.instance, 1);
      fixture.untilWaiting(2);
      assertThat(write.isComplete()).isFalse();
      assertThat(fence.isComplete()).isFalse();
      other.rollback();
      assertThat(RunStoreFixture.get(write)).as("it was there before").isTrue();
      RunStoreFixture.get(fence);
    }
    assertThat(fixture.count("instances WHERE fenced_at IS NOT NULL")).isEqualTo(1);
    assertThat(fixture.count("results")).isEqualTo(2);
    assertThat(fixture.write(ends())).isFalse();
  }

  @Test
  void aWriteWaitsForAFenceUnderWayAndIsRefused() throws SQLException {
    try (Connection other = fixture.tables.connect()) {
      other.setAutoCommit(false);
      ScheduleTables.run(other, "SELECT FROM instances WHERE id = ? FOR UPDATE", fixture.instance);
      ScheduleTables.run(
          other, "UPDATE instances SET fenced_at = 1 WHERE id = ?", fixture.instance);
      Future<Boolean> write = fixture.store.write(fixture.instance, everything());
      fixture.untilWaiting(1);
      other.commit();
      assertThat(RunStoreFixture.get(write)).isFalse();
    }
    assertThat(fixture.count("results")).isZero();
    assertThat(fixture.count("open_runs")).isZero();
  }

  @Test
  void missedRunsOfManyDaysFindTheirPartitions() throws SQLException {
    MissedBatch batch = new MissedBatch();
    batch.add(
        RunSamples.shard(0),
        new MissedBatch.Missed(
            series,
            new MissedRange(noon - 40 * DAY, noon - 37 * DAY, DAY / 4),
            Reason.INSTANCE_STOPPED));
    assertThat(fixture.write(batch)).isTrue();
    assertThat(fixture.count("results")).isEqualTo(13);
    assertThat(
            fixture.tables.number(
                "SELECT count(DISTINCT tableoid) FROM results WHERE verdict = 4 AND reason = 201"))
        .isEqualTo(4);
  }

  @Test
  void aPartitionThatWasDroppedMeanwhileIsMadeAgain() throws SQLException {
    ResultBatch batch = new ResultBatch();
    batch.add(failed(series, noon - 40 * DAY, 0, "{}"));
    assertThat(fixture.write(batch)).isTrue();
    String old = "to_char(to_timestamp(%d / 1000.0) AT TIME ZONE 'UTC', 'YYYYMMDD')";
    fixture.tables.run(
        "DO $$ BEGIN EXECUTE 'DROP TABLE results_' || "
            + old.formatted(noon - 40 * DAY)
            + "; END $$");
    assertThatThrownBy(() -> fixture.write(batch)).hasRootCauseInstanceOf(Exception.class);
    assertThat(fixture.write(batch)).isTrue();
    assertThat(fixture.count("results")).isEqualTo(1);
  }

  @Test
  void aDeletedMonitorDoesNotFailTheResultsOfOthers() throws SQLException {
    int other = fixture.series(new UUID(2, 2));
    fixture.tables.run("DELETE FROM checks WHERE id = ?", CHECK);
    ResultBatch batch = everything();
    batch.add(failed(other, noon, 0, null));
    assertThat(fixture.write(batch)).isTrue();
    assertThat(fixture.count("results WHERE series_id = " + other)).isEqualTo(1);
  }

  @Test
  void aStateKeepsItsBeginningAndOlderNewsAreIgnored() throws SQLException {
    for (var news :
        List.of(
            Map.entry(noon, Verdict.PASSED),
            Map.entry(noon + 1, Verdict.PASSED),
            Map.entry(noon - 5, Verdict.FAILED))) {
      ResultBatch batch = new ResultBatch();
      batch.states.put(series, new ResultBatch.State(news.getValue(), news.getKey(), null));
      fixture.write(batch);
    }
    assertThat(fixture.count("series_states WHERE verdict = 0 AND since_ms = " + noon))
        .isEqualTo(1);
    ResultBatch renewed = new ResultBatch();
    renewed.states.put(series, new ResultBatch.State(Verdict.PASSED, noon + 9, noon + DAY));
    fixture.write(renewed);
    assertThat(
            fixture.count(
                "series_states WHERE since_ms = "
                    + noon
                    + " AND certificate_expires_ms = "
                    + (noon + DAY)))
        .isEqualTo(1);
  }

  @Test
  void aWatermarkIsTheOwnersToMoveAndOnlyForward() throws SQLException {
    fixture.write(everything());
    ResultBatch back = new ResultBatch();
    back.watermarks.put(key, noon);
    fixture.write(back);
    assertThat(watermark()).isEqualTo(noon + 40_000);
    fixture.tables.run("UPDATE shards SET owner = NULL");
    ResultBatch forward = new ResultBatch();
    forward.watermarks.put(key, noon + 90_000);
    assertThat(fixture.write(forward)).isTrue();
    assertThat(watermark()).isEqualTo(noon + 40_000);
  }
}
