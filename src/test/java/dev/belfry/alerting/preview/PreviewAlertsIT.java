package dev.belfry.alerting.preview;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.ResultRows;
import dev.belfry.testing.ResultRows.Run;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code POST /v1/check-alerts/preview}. */
class PreviewAlertsIT {
  private static final String PATH = "/v1/check-alerts/preview";
  private static final String TWO_RUNS =
      "\"alertSettings\":{\"runBasedEscalation\":{\"failedRunThreshold\":2}}";
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final ResultRows rows = new ResultRows(app.database());
  private final long now = rows.number("SELECT epoch_millis()") / HOUR * HOUR;

  private String monitor(ApiClient owner, String more) {
    return owner
        .post(
            "/v1/checks/url",
            """
            {"name":"Home","activated":false,"useGlobalAlertSettings":false,%s
             "request":{"url":"https://e.org/"}}"""
                .formatted(more))
        .hasStatus(201)
        .id();
  }

  /** A run each minute from an hour on, one letter for each; a short and a long outage. */
  private void runs(String check, String location, long from, String letters) {
    int series = rows.series(check, location);
    results(series, from, letters);
    int failed = (int) letters.chars().filter(letter -> letter == 'F').count();
    rows.hour(series, from, letters.length() - failed, failed);
  }

  private void results(int series, long from, String letters) {
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < letters.length(); i++) {
      long at = from + i * MINUTE;
      switch (letters.charAt(i)) {
        case 'F' -> runs.add(Run.failed(series, at));
        case 'R' -> {
          runs.add(Run.failed(series, at).attempt(1));
          runs.add(Run.passed(series, at, 90_000));
        }
        case 'S' -> runs.add(Run.passed(series, at, 900_000));
        default -> runs.add(Run.passed(series, at, 90_000));
      }
    }
    rows.add(runs);
  }

  private ApiReply preview(ApiClient asking, String target, String policy) {
    return asking
        .post(PATH, "{%s\"policy\":{%s}}".formatted(target, policy))
        .hasStatus(200)
        .matchesContract("previewAlerts");
  }

  private static String of(String check) {
    return "\"checkId\":\"" + check + "\",";
  }

  private static List<String> kinds(ApiReply reply) {
    List<String> kinds = new ArrayList<>();
    for (JsonNode one : reply.at("/differences")) {
      kinds.add(one.get("kind").asText() + " " + one.get("alertType").asText().substring(6));
    }
    return kinds;
  }

  private static List<String> codes(ApiReply reply) {
    return reply.at("/assumptions").findValuesAsText("code");
  }

  @Test
  void namesWhatIsWrong() {
    client.post(PATH, "{}").isInvalid("/policy");
    client
        .post(PATH, "{\"policy\":{\"alertSettings\":{\"escalationType\":\"BY_MOON\"}}}")
        .isInvalid("/policy/alertSettings/escalationType");
    client
        .post(
            PATH,
            "{\"checkId\":\"00000000-0000-4000-8000-000000000000\",\"groupId\":1,\"policy\":{}}")
        .isInvalid("/groupId");
    client
        .post(
            PATH,
            "{\"from\":\"2026-01-01T00:00:00Z\",\"to\":\"2026-03-01T00:00:00Z\",\"policy\":{}}")
        .isInvalid("/from");
    client
        .post(
            PATH,
            "{\"from\":\"2020-01-01T00:00:00Z\",\"to\":\"2020-01-02T00:00:00Z\",\"policy\":{}}")
        .isInvalid("/to");
    client
        .post(PATH, "{\"policy\":{\"retryStrategy\":{\"type\":\"SINGLE_RETRY\",\"maxRetries\":2}}}")
        .isInvalid("/policy/retryStrategy/maxRetries");
    client
        .post(
            PATH,
            """
            {"policy":{"maintenanceWindows":[
             {"startsAt":"2026-03-01T01:00:00Z","endsAt":"2026-03-01T03:00:00Z"}]}}""")
        .isInvalid("/policy/maintenanceWindows/0/tags");
  }

  @Test
  void othersHaveNothingToPreview() {
    String check = monitor(client, "");
    ApiClient other = app.as(app.newTenant());
    other.post(PATH, "{" + of(check) + "\"policy\":{}}").isNotFound();
    other.post(PATH, "{\"groupId\":999999,\"policy\":{}}").isNotFound();
    app.client().post(PATH, "{\"policy\":{}}").isUnauthorized();
    assertThat(preview(other, "", "").at("/checks").asInt()).isZero();
    runs(check, "eu-west-1", now - 3 * HOUR, "PFP");
    assertThat(preview(other, "", "").at("/alerts/inForce").asInt()).isZero();
    ApiReply empty = preview(app.client().withKey(acme.readKey()), of(check), "");
    assertThat(empty.at("/alerts/inForce").asInt()).isEqualTo(2);
  }

  @Test
  void tellsWhatAThresholdWouldHaveDone() {
    String check = monitor(client, "");
    long channel = channel(check);
    runs(check, "eu-west-1", now - 3 * HOUR, "PFPPFFFP");
    ApiReply reply = preview(client, of(check), TWO_RUNS);
    assertThat(kinds(reply))
        .containsExactly("REMOVED FAILURE", "REMOVED RECOVERY", "LATER FAILURE");
    assertThat(reply.at("/differences/2/laterSeconds").asInt()).isEqualTo(60);
    assertThat(reply.at("/differences/0/inForceAt").asText())
        .isEqualTo(Instant.ofEpochMilli(now - 3 * HOUR + MINUTE + 27).toString());
    assertThat(reply.at("/alerts").toString())
        .isEqualTo(
            "{\"recorded\":0,\"inForce\":4,\"changed\":2,\"added\":0,\"removed\":2,\"earlier\":0,"
                + "\"later\":1,\"same\":1,\"inForceAsRecorded\":false}");
    assertThat(reply.at("/messages").toString())
        .isEqualTo(
            "[{\"alertChannelId\":%d,\"recorded\":0,\"inForce\":4,\"changed\":2}]"
                .formatted(channel));
    assertThat(codes(reply))
        .containsExactly("SETTINGS_OF_TODAY", "UNATTENDED", "RECORD_DIFFERS", "PAUSED_CHECK");
    assertThat(reply.at("/complete").asBoolean()).isTrue();
    assertThat(reply.at("/rowsRead").asInt()).isEqualTo(8);
    ApiReply muted = preview(client, of(check), "\"muted\":true");
    assertThat(muted.at("/messages/0/changed").asInt()).isZero();
    assertThat(muted.at("/messages/0/inForce").asInt()).isEqualTo(4);
  }

  @Test
  void triesGroupsAndQuietHoursOnChannels() {
    String check = monitor(client, "");
    channel(check);
    runs(check, "eu-west-1", now - 3 * HOUR, "PFPFPFPFPP");
    assertThat(changed(check, "\"muted\":false")).isEqualTo(8);
    assertThat(changed(check, "\"grouping\":{\"by\":[\"HOST\"],\"intervalSeconds\":3600}"))
        .as("one message, and its end within the hour")
        .isEqualTo(2);
    String always = "\"quietHours\":[{\"timeZone\":\"UTC\",\"from\":\"00:00\",\"to\":\"00:00\"}]";
    assertThat(changed(check, always)).isZero();
    assertThat(codes(preview(client, of(check), "\"grouping\":{\"by\":[\"FAILURE\"]}")))
        .contains("UNKNOWN_CAUSES");
    client
        .post(PATH, "{\"policy\":{\"grouping\":{\"by\":[\"NONE\"]}}}")
        .isInvalid("/policy/grouping/by/0");
    client
        .post(PATH, "{\"policy\":{%s}}".formatted(always.replace("UTC", "Mars")))
        .isInvalid("/policy/quietHours/0/timeZone");
  }

  private int changed(String check, String policy) {
    return preview(client, of(check), policy).at("/messages/0/changed").asInt();
  }

  private long channel(String check) {
    long channel =
        Long.parseLong(
            client
                .post(
                    "/v1/alert-channels",
                    "{\"type\":\"EMAIL\",\"config\":{\"address\":\"ops@example.com\"}}")
                .hasStatus(201)
                .id());
    client
        .put(
            "/v1/checks/url/" + check,
            "{\"alertChannelSubscriptions\":[{\"alertChannelId\":%d,\"activated\":true}]}"
                .formatted(channel))
        .hasStatus(200);
    return channel;
  }

  @Test
  void replaysRetriesTimesAndWindows() {
    String check = monitor(client, "\"tags\":[\"shop\"],\"retryStrategy\":{\"type\":\"FIXED\"},");
    runs(check, "eu-west-1", now - 3 * HOUR, "PPRPPFFPS");
    ApiReply none = preview(client, of(check), "\"retryStrategy\":null");
    assertThat(kinds(none)).containsExactly("ADDED FAILURE", "ADDED RECOVERY");
    ApiReply more =
        preview(client, of(check), "\"retryStrategy\":{\"type\":\"FIXED\",\"maxRetries\":5}");
    assertThat(kinds(more)).isEmpty();
    assertThat(codes(more)).contains("UNKNOWN_RETRIES");
    ApiReply slow = preview(client, of(check), "\"degradedResponseTime\":500");
    assertThat(kinds(slow)).containsExactly("ADDED DEGRADED");
    assertThat(codes(slow)).contains("STORED_RESPONSE_TIMES");
    ApiReply held =
        preview(
            client,
            of(check),
            """
            "maintenanceWindows":[{"startsAt":"%s","endsAt":"%s","tags":["shop"]}]"""
                .formatted(Instant.ofEpochMilli(now - 4 * HOUR), Instant.ofEpochMilli(now - HOUR)));
    assertThat(kinds(held)).containsExactly("REMOVED FAILURE", "REMOVED RECOVERY");
  }

  @Test
  void previewsTheMembersOfAGroupAndTheAccount() {
    String group =
        client
            .post("/v2/check-groups", "{\"name\":\"Shop\",\"locations\":[\"eu-west-1\"]}")
            .hasStatus(201)
            .id();
    String member = monitor(client, "\"groupId\":" + group + ",");
    String other = monitor(client, "");
    runs(member, "eu-west-1", now - 3 * HOUR, "PFP");
    runs(other, "eu-west-1", now - 3 * HOUR, "PFPFP");
    ApiReply ofGroup = preview(client, "\"groupId\":" + group + ",", TWO_RUNS);
    assertThat(ofGroup.at("/checks").asInt()).isEqualTo(1);
    assertThat(ofGroup.at("/alerts/removed").asInt()).isEqualTo(2);
    ApiReply ofAccount = preview(client, "", TWO_RUNS);
    assertThat(ofAccount.at("/checksReplayed").asInt()).isEqualTo(2);
    assertThat(ofAccount.at("/alerts/removed").asInt()).isEqualTo(6);
  }

  @Test
  void skipsHoursThatPassedAndReadsTheOthers() {
    String check = monitor(client, "");
    long summed = rows.summedUntil();
    long old = Math.min(summed, now) - 48 * HOUR;
    runs(check, "eu-west-1", old, "P".repeat(60));
    runs(check, "eu-west-1", old + HOUR, "P".repeat(50) + "FFFPPPPPPP");
    ApiReply reply = preview(client, of(check), TWO_RUNS);
    assertThat(kinds(reply)).containsExactly("LATER FAILURE");
    assertThat(reply.at("/rowsRead").asInt()).as("20 minutes before the hour").isEqualTo(80);
    assertThat(preview(client, of(check), "\"degradedResponseTime\":10").at("/rowsRead").asInt())
        .as("each run is judged anew")
        .isEqualTo(120);
  }

  @Test
  void quorumFollowsFromStoredResults() {
    String check =
        monitor(
            client,
            "\"runParallel\":true,\"locations\":[\"eu-west-1\",\"us-east-1\",\"eu-central-1\"],");
    runs(check, "eu-west-1", now - 3 * HOUR, "PFPFP");
    runs(check, "us-east-1", now - 3 * HOUR, "PPPFP");
    runs(check, "eu-central-1", now - 3 * HOUR, "PPPPP");
    ApiReply reply =
        preview(
            client,
            of(check),
            "\"alertSettings\":{\"parallelRunFailureThreshold\":{\"enabled\":true,\"percentage\":60}}");
    assertThat(kinds(reply)).containsExactly("REMOVED FAILURE", "REMOVED RECOVERY");
    assertThat(reply.at("/alerts/same").asInt()).isEqualTo(2);
  }
}
