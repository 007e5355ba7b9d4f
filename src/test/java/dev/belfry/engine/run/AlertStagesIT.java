package dev.belfry.engine.run;

import static dev.belfry.monitoring.check.Verdict.FAILED;
import static dev.belfry.monitoring.check.Verdict.PASSED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.alerting.alert.AlertJobs;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Channels that wait for an acknowledgement, with two instances at work. Runs lie ten minutes back,
 * so that delays of up to nine minutes are over.
 */
class AlertStagesIT {
  private static final String IN_FIVE = "{\"escalateAfterMinutes\":5}";

  private final AlertFixture fixture = new AlertFixture();
  private final AlertJobs one = fixture.jobs();
  private final AlertJobs other = fixture.jobs();

  AlertStagesIT() throws SQLException {}

  @AfterEach
  void close() throws SQLException {
    RunStoreFixture.get(one.stop());
    RunStoreFixture.get(other.stop());
    fixture.close();
  }

  private void untilNothingIsDue() throws SQLException {
    one.start();
    other.start();
    fixture.until(0, "SELECT count(*) FROM alert_states WHERE due_ms <= epoch_millis()");
  }

  private UUID check() throws SQLException {
    return fixture.check(AlertFixture.ONE_RUN);
  }

  @Test
  void aChannelWithADelayIsToldOnceAfterIt() throws SQLException {
    UUID check = check();
    long first = fixture.channel(check, "{}");
    long second = fixture.channel(check, IN_FIVE);
    long third = fixture.channel(check, "{\"escalateAfterMinutes\":60}");
    fixture.ran(check, 0, FAILED);
    assertThat(fixture.told(second)).isEmpty();
    untilNothingIsDue();
    assertThat(fixture.told(first)).containsExactly("ALERT_FAILURE");
    assertThat(fixture.told(second)).containsExactly("ALERT_FAILURE");
    assertThat(fixture.told(third)).isEmpty();
    assertThat(
            fixture.texts(
                "SELECT concat_ws('; ', context ->> 'ALERT_TITLE',"
                    + " context ->> 'ESCALATED_AFTER_MINUTES') FROM alerts ORDER BY decided_ms, id"))
        .containsExactly("Home has failed", "Home has failed, not acknowledged for 5 minutes; 5");
    fixture.ran(check, 50, PASSED);
    assertThat(fixture.told(first)).endsWith("ALERT_RECOVERY");
    assertThat(fixture.told(second)).endsWith("ALERT_RECOVERY");
    assertThat(fixture.told(third)).isEmpty();
  }

  @Test
  void aChannelOfTheGroupWaitsToo() throws SQLException {
    long group = fixture.store.tables.group("{\"name\":\"Shop\"}");
    UUID check = fixture.check(AlertFixture.ONE_RUN, group);
    long channel = fixture.channel(IN_FIVE);
    fixture.subscribe(channel, null, group, true);
    fixture.ran(check, 0, FAILED);
    assertThat(fixture.told(channel)).isEmpty();
    untilNothingIsDue();
    assertThat(fixture.told(channel)).containsExactly("ALERT_FAILURE");
  }

  @Test
  void aRecoveryBeforeTheDelayTellsItNothing() throws SQLException {
    UUID check = check();
    long waiting = fixture.channel(check, IN_FIVE);
    fixture.ran(check, 0, FAILED);
    fixture.ran(check, 1, PASSED);
    untilNothingIsDue();
    assertThat(fixture.told(waiting)).isEmpty();
  }

  @Test
  void aSubscriptionThatIsOffMakesNoStage() throws SQLException {
    UUID check = check();
    long first = fixture.channel(check, "{}");
    long off = fixture.channel(IN_FIVE);
    fixture.subscribe(off, check, null, false);
    fixture.ran(check, 0, FAILED);
    untilNothingIsDue();
    assertThat(fixture.told(first)).containsExactly("ALERT_FAILURE");
    assertThat(fixture.told(off)).isEmpty();
  }
}
