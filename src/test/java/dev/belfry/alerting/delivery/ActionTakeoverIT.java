package dev.belfry.alerting.delivery;

import static dev.belfry.alerting.delivery.AlertServices.posted;
import static dev.belfry.alerting.delivery.HttpReceiver.hang;
import static dev.belfry.alerting.delivery.HttpReceiver.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.chaos.ChaosKeys;
import dev.belfry.chaos.Member;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.Polling;
import dev.belfry.testing.TestDatabase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages about actions when an instance is killed, when two work, and when a receiver hangs. */
class ActionTakeoverIT {
  @TempDir private Path directory = Path.of("");

  private final TestDatabase database = TestDatabase.createMigrated();
  private final AlertServices services = new AlertServices(database);

  @AfterEach
  void close() {
    services.close();
    database.close();
  }

  private ApiClient account(TestApp app) throws Exception {
    return app.client().withKey(ChaosKeys.make(database.address()));
  }

  private TestApp start() {
    return TestApp.startOn(database.address(), services.environment());
  }

  @Test
  void anotherInstanceSendsTheActionsOfOneThatIsKilled() throws Exception {
    try (Member killed = new Member(1, directory, services.processEnvironment())) {
      killed.start();
      ready(killed);
      String key = ChaosKeys.make(database.address());
      ApiClient client = new ApiClient("http://127.0.0.1:" + killed.port()).withKey(key);
      services.slack.then(posted("1.1"));
      String backup = services.fail(client, "Backup", "PAGERDUTY", "OPSGENIE", "SLACK_APP");
      String backupKey = services.pagerKey("trigger");
      services.genie.take();
      services.slack.take();
      services.until("state = 'DELIVERED'", 3);
      String report = services.fail(client, "Report", "PAGERDUTY");
      String reportKey = services.pagerKey("trigger");
      services.until("state = 'DELIVERED'", 4);
      String ping = services.lastPing();

      services.pager.then(status(503, "Retry-After", "3600"));
      String mail = services.fail(client, "Mail", "PAGERDUTY");
      String mailKey = services.pagerKey("trigger");
      services.until("status = 503", 1);
      services.act(client, mail, "ACKNOWLEDGE");
      services.until("answer LIKE 'Waits for an earlier message%'", 1);

      services.genie.then(status(503, "Retry-After", "3600"));
      services.pager.then(hang()).then(hang());
      services.slack.then(hang());
      services.act(client, backup, "ACKNOWLEDGE");
      assertThat(services.pagerKey("acknowledge")).isEqualTo(backupKey);
      assertThat(services.genie.take().uri()).contains(backupKey + "/acknowledge");
      services.slack.take();
      services.until("status = 503", 2);
      services.act(client, report, "ACKNOWLEDGE");
      assertThat(services.pagerKey("acknowledge")).isEqualTo(reportKey);
      List<String> ids = services.actions();
      assertThat(ids).hasSize(5);
      killed.kill();

      try (TestApp heir = start()) {
        heir.client().send("POST", ping, null).hasStatus(200);
        services.until("kind = 'ALERT' AND answer LIKE 'Waits for an earlier message%'", 1);
        services.nothingMore();
        services.slack.then(posted("1.2"));
        services.claimsRunOut();
        List<String> events = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          events.add(services.pagerEvent());
        }
        assertThat(events)
            .containsExactlyInAnyOrder(
                "acknowledge " + backupKey,
                "trigger " + mailKey,
                "acknowledge " + mailKey,
                "resolve " + reportKey)
            .containsSubsequence("trigger " + mailKey, "acknowledge " + mailKey);
        assertThat(services.genie.take().uri()).contains(backupKey + "/acknowledge");
        services.slack.take();
        services.until("state = 'PENDING'", 0);
        services.nothingMore();
        assertThat(services.actions()).hasSize(4).isSubsetOf(ids);
        services.until("kind = 'ALERT_ACTION' AND state = 'DELIVERED'", 4);
      }
    }
  }

  private static void ready(Member member) {
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (member.state() != Member.State.WELL) {
      assertThat(System.nanoTime()).as("is ready").isLessThan(deadline);
      Polling.pause();
      member.look();
    }
  }

  @Test
  void twoInstancesTellOfAnActionOnce() throws Exception {
    int monitors = 8;
    try (TestApp one = start();
        TestApp two = start()) {
      String key = ChaosKeys.make(database.address());
      ApiClient client = one.client().withKey(key);
      ApiClient other = two.client().withKey(key);
      IntStream.range(0, 2 * monitors).forEach(i -> services.slack.then(posted("1." + i)));
      List<String> alerts = new ArrayList<>();
      for (int i = 0; i < monitors; i++) {
        alerts.add(services.fail(client, "M" + i, "PAGERDUTY", "OPSGENIE", "SLACK_APP"));
      }
      services.until("state = 'DELIVERED'", 3L * monitors);
      services.forget();
      IntStream.range(0, monitors)
          .parallel()
          .forEach(i -> services.act(i % 2 == 0 ? client : other, alerts.get(i), "ACKNOWLEDGE"));
      services.until("kind = 'ALERT_ACTION' AND state = 'DELIVERED'", 3L * monitors);
      services.until("kind = 'ALERT_ACTION' AND attempts = 1", 3L * monitors);
      assertThat(IntStream.range(0, monitors).mapToObj(i -> services.pagerKey("acknowledge")))
          .doesNotHaveDuplicates();
      assertThat(IntStream.range(0, monitors).mapToObj(i -> services.genie.take().uri()))
          .doesNotHaveDuplicates();
      IntStream.range(0, monitors).forEach(i -> services.slack.take());
      services.nothingMore();
    }
  }

  @Test
  void aServiceThatHangsForOneAccountDelaysNoActionOfAnother() throws Exception {
    int channels = 16;
    try (TestApp app = start()) {
      ApiClient slow = account(app);
      String[] types = Collections.nCopies(channels, "PAGERDUTY").toArray(String[]::new);
      String stuck = services.fail(slow, "Slow", types);
      ApiClient quick = account(app);
      String alert = services.fail(quick, "Quick", "PAGERDUTY", "OPSGENIE");
      services.until("state = 'DELIVERED'", channels + 2);
      services.forget();
      IntStream.range(0, channels).forEach(i -> services.pager.then(hang()));
      services.act(slow, stuck, "ACKNOWLEDGE");
      IntStream.range(0, channels).forEach(i -> services.pager.take());
      services.act(quick, alert, "ACKNOWLEDGE");
      services.pager.take();
      services.genie.take();
      services.until("kind = 'ALERT_ACTION' AND state = 'DELIVERED'", 2);
      assertThat(services.count("kind = 'ALERT_ACTION' AND attempts = 1 AND answered_ms IS NULL"))
          .as("none of the others has been given up on yet")
          .isEqualTo(channels);
    }
  }
}
