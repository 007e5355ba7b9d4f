package dev.belfry.monitoring.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BeatTimerTest {
  private static final String HOURLY =
      "{\"period\":1,\"periodUnit\":\"hours\",\"grace\":10,\"graceUnit\":\"minutes\"}";

  private static final String NIGHTLY =
      """
      {"cron":"30 2 * * *","timezone":"Europe/Berlin","grace":1,"graceUnit":"hours"}""";

  private static FilmStrip hourly() {
    return new FilmStrip(HOURLY);
  }

  @Test
  void waitsForTheFirstPing() {
    FilmStrip film = hourly().look("09:00:00").look("23:00:00");

    assertThat(film.pictures()).isEmpty();
    assertThat(film.state()).isEqualTo(BeatState.first());
  }

  @Test
  void everyPingStartsTheTimerAnew() {
    FilmStrip film = hourly().ping("09:00:00").ping("09:30:00").ping("10:28:00").ping("11:35:00");

    assertThat(film.pictures())
        .containsExactly(
            "09:00:00 RECEIVED", "09:30:00 EARLY", "10:28:00 RECEIVED", "11:35:00 GRACE");
    assertThat(film.due()).isEqualTo("2026-03-02T12:45:00Z");
    assertThat(film.state().counts()).isEqualTo(new BeatState.Counts(4, 3, 0, 0));
  }

  @Test
  void aBeatIsMissingAfterPeriodAndGrace() {
    FilmStrip film = hourly().ping("09:00:00").look("10:10:05").look("10:10:05.001");

    assertThat(film.pictures()).containsExactly("09:00:00 RECEIVED", "10:10:00 MISSED");
    assertThat(film.due()).as("the alert starts the timer").isEqualTo("2026-03-02T11:20:00Z");
  }

  @Test
  void aPingThatArrivedInTimeCountsThoughItIsProcessedLater() {
    FilmStrip film = hourly().ping("09:00:00").look("10:10:04").ping("10:10:00");

    assertThat(film.pictures()).containsExactly("09:00:00 RECEIVED", "10:10:00 GRACE");
  }

  @Test
  void aPingAfterTheDeadlineFindsTheMissingBeatItself() {
    FilmStrip film = hourly().ping("09:00:00").ping("10:10:01").look("10:30:00");

    assertThat(film.pictures())
        .containsExactly("09:00:00 RECEIVED", "10:10:00 MISSED", "10:10:01 LATE");
    assertThat(film.state().counts()).isEqualTo(new BeatState.Counts(3, 1, 1, 0));
  }

  @Test
  void aLatePingRecovers() {
    FilmStrip film = hourly().ping("09:00:00").look("10:15:00").ping("10:20:00").ping("11:00:00");

    assertThat(film.pictures().subList(2, 4)).containsExactly("10:20:00 LATE", "11:00:00 EARLY");
  }

  @Test
  void everyMissingBeatIsTold() {
    FilmStrip film = hourly().ping("09:00:00").look("10:15:00").look("11:25:05").look("11:25:06");

    assertThat(film.pictures())
        .containsExactly("09:00:00 RECEIVED", "10:10:00 MISSED", "11:20:00 MISSED");
  }

  @Test
  void anOutageOfTheServiceIsOneMissingBeat() {
    FilmStrip film = hourly().ping("09:00:00").look("2026-03-09T12:00:00Z");

    assertThat(film.pictures()).containsExactly("09:00:00 RECEIVED", "10:10:00 MISSED");
    assertThat(film.due()).isEqualTo("2026-03-09T13:09:55Z");
    assertThat(film.look("2026-03-09T12:00:01Z").pictures()).hasSize(2);
  }

  @Test
  void aReportedFailureFailsAtOnceAndCounts() {
    FilmStrip film = hourly().ping("09:00:00").ping(Ping.FAIL, "09:50:00").ping("10:40:00");

    assertThat(film.pictures())
        .containsExactly("09:00:00 RECEIVED", "09:50:00 FAILING", "10:40:00 RECEIVED");
    assertThat(film.state().counts()).isEqualTo(new BeatState.Counts(3, 2, 0, 0));
  }

  @Test
  void aStartTellsTheDurationAndStopsNoTimer() {
    FilmStrip film =
        hourly()
            .ping("09:00:00")
            .ping(Ping.START, "10:09:00")
            .look("10:15:01")
            .ping("10:16:00")
            .ping("11:00:00");

    assertThat(film.pictures())
        .containsExactly(
            "09:00:00 RECEIVED",
            "10:09:00 STARTED",
            "10:10:00 MISSED",
            "10:16:00 LATE 420 s",
            "11:00:00 EARLY");
  }

  @Test
  void aStartAloneStartsNoTimer() {
    assertThat(hourly().ping(Ping.START, "09:00:00").state().isArmed()).isFalse();
  }

  @Test
  void pingsOfOneMillisecondHaveTimesOfTheirOwn() {
    FilmStrip film = hourly().ping("09:00:00").ping("09:00:00").ping("09:00:00");

    assertThat(film.state().lastAt()).isEqualTo(FilmStrip.at("09:00:00") + 2);
  }

  @Test
  void aPauseWaitsForNothingAndResumingStartsAnew() {
    FilmStrip film = hourly().ping("09:00:00").change("09:30:00", false).look("09:30:01");
    assertThat(film.state().isArmed()).isFalse();
    assertThat(film.lookAt()).isNull();

    film.change("15:00:00", true).look("15:00:01");
    assertThat(film.due()).isEqualTo("2026-03-02T16:10:00Z");
    assertThat(film.pictures()).hasSize(1);
    assertThat(film.state().counts()).isEqualTo(new BeatState.Counts(2, 0, 0, 1));
  }

  @Test
  void resumingOneThatNeverHadAPingWaitsForTheFirst() {
    FilmStrip film = hourly().change("09:30:00", true).look("09:30:01");

    assertThat(film.state().isArmed()).isFalse();
  }

  @Test
  void aChangeDoesNotHideABeatThatWasMissing() {
    FilmStrip film = hourly().ping("09:00:00").change("10:11:00", false).look("10:11:01");

    assertThat(film.pictures()).containsExactly("09:00:00 RECEIVED", "10:10:00 MISSED");
    assertThat(film.state().isArmed()).isFalse();
  }

  @Test
  void aPingBeforeTheLookAtAChangeMakesUpForIt() {
    FilmStrip film = hourly().ping("09:00:00").change("09:30:00", true).ping("09:31:00");

    assertThat(film.due()).isEqualTo("2026-03-02T10:41:00Z");
    assertThat(film.state().counts()).isEqualTo(new BeatState.Counts(3, 1, 0, 1));
  }

  @Test
  void noBeatIsMissingInAMaintenanceWindow() {
    FilmStrip film =
        hourly().ping("09:00:00").window(true).look("10:15:00").look("12:00:00").window(false);
    assertThat(film.pictures()).hasSize(1);

    film.look("12:00:05");
    assertThat(film.due()).isEqualTo("2026-03-02T13:10:00Z");
  }

  @Test
  void aBeatOfACronExpressionIsExpectedAtItsTimes() {
    FilmStrip film = new FilmStrip(NIGHTLY).ping("2026-03-01T12:00:00Z");
    assertThat(film.due()).isEqualTo("2026-03-02T02:30:00Z");

    film.ping("01:31:00").look("2026-03-03T02:31:00Z");
    assertThat(film.pictures())
        .containsExactly("12:00:00 RECEIVED", "01:31:00 GRACE", "02:30:00 MISSED");
    assertThat(film.due()).isEqualTo("2026-03-04T02:30:00Z");
  }

  @Test
  void anEarlyPingCountsForNoTimeOfACronExpression() {
    FilmStrip film = new FilmStrip(NIGHTLY).ping("2026-03-01T12:00:00Z").ping("01:20:00");

    assertThat(film.pictures()).endsWith("01:20:00 EARLY");
    assertThat(film.due()).isEqualTo("2026-03-02T02:30:00Z");
    film.ping("01:29:30");
    assertThat(film.due()).as("a clock that is ahead").isEqualTo("2026-03-03T02:30:00Z");
  }

  @Test
  void aLatePingLeavesTheNextTimeOfACronExpressionExpected() {
    FilmStrip film =
        new FilmStrip(NIGHTLY).ping("2026-03-01T12:00:00Z").look("02:40:00").ping("05:00:00");

    assertThat(film.pictures()).endsWith("05:00:00 LATE");
    assertThat(film.due()).isEqualTo("2026-03-03T02:30:00Z");
    assertThat(film.state().missing()).isFalse();
  }

  @Test
  void theTimeThatASpringNightLacksIsNotExpected() {
    FilmStrip film = new FilmStrip(NIGHTLY).ping("2026-03-28T01:30:10Z");

    assertThat(film.due()).as("02:30 does not exist on 29").isEqualTo("2026-03-30T01:30:00Z");
  }

  @Test
  void anAutumnNightHasItsTimeOnce() {
    FilmStrip film = new FilmStrip(NIGHTLY).ping("2026-10-24T00:30:10Z");
    assertThat(film.due()).isEqualTo("2026-10-25T01:30:00Z");

    film.ping("2026-10-25T00:31:00Z");
    assertThat(film.due()).isEqualTo("2026-10-26T02:30:00Z");
  }

  @Test
  void everyHourOfAnAutumnNightIsExpected() {
    FilmStrip film =
        new FilmStrip("{\"cron\":\"0 * * * *\",\"timezone\":\"Europe/Berlin\"}")
            .ping("2026-10-25T00:00:10Z");
    assertThat(film.due()).as("the second 02:00").isEqualTo("2026-10-25T01:00:00Z");

    film.ping("2026-10-25T01:00:00Z");
    assertThat(film.due()).isEqualTo("2026-10-25T02:00:00Z");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void noSequenceLosesABeat(int seed) {
    Random random = new Random(seed);
    FilmStrip film = new FilmStrip(seed % 2 == 0 ? HOURLY : NIGHTLY);
    long now = FilmStrip.at("00:00:00");
    boolean active = true;
    for (int i = 0; i < 2_000; i++) {
      now += random.nextInt((int) Duration.ofHours(2).toMillis());
      String time = java.time.Instant.ofEpochMilli(now).toString();
      switch (random.nextInt(8)) {
        case 0 -> {
          active = random.nextBoolean();
          film.change(time, active).look(now + 10);
        }
        case 1 -> film.window(random.nextInt(3) == 0).look(now);
        case 2, 3 -> film.look(now);
        case 4 -> film.ping(active ? Ping.START : Ping.SUCCESS, time);
        case 5 -> film.ping(Ping.FAIL, time);
        default -> film.ping(time);
      }
    }
    BeatState.Counts counts = film.state().counts();
    assertThat(counts.came()).isPositive();
    assertThat(counts.missed()).isPositive();
    assertThat(counts.withdrawn()).isPositive();
  }
}
