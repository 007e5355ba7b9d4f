package dev.belfry.alerting.preview;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.ResultRows;
import dev.belfry.testing.ResultRows.Run;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code POST /v1/check-alerts/preview} of checks that depend on others, or would. */
class PreviewDependenciesIT {
  private static final String PATH = "/v1/check-alerts/preview";
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
            {"name":"Home","activated":false,"useGlobalAlertSettings":false,"frequency":1,%s
             "request":{"url":"https://e.org/"}}"""
                .formatted(more))
        .hasStatus(201)
        .id();
  }

  private String group(String more) {
    return client
        .post("/v2/check-groups", "{\"name\":\"Racks\",\"locations\":[\"eu-west-1\"]" + more + "}")
        .hasStatus(201)
        .id();
  }

  /** A run each minute from three hours ago on. */
  private void runs(String check, String letters) {
    int series = rows.series(check, "eu-west-1");
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < letters.length(); i++) {
      long at = now - 3 * HOUR + i * MINUTE;
      runs.add(letters.charAt(i) == 'F' ? Run.failed(series, at) : Run.passed(series, at, 90_000));
    }
    rows.add(runs);
    int failed = (int) letters.chars().filter(letter -> letter == 'F').count();
    rows.hour(series, now - 3 * HOUR, letters.length() - failed, failed);
  }

  private static String on(String check) {
    return "\"dependsOn\":[{\"checkId\":\"" + check + "\"}]";
  }

  private static String onGroup(String group) {
    return "\"dependsOn\":[{\"groupId\":" + group + "}]";
  }

  private ApiReply preview(String target, String policy) {
    ApiReply reply =
        client
            .post(PATH, "{%s,\"policy\":{%s}}".formatted(target, policy))
            .hasStatus(200)
            .matchesContract("previewAlerts");
    assertThat(reply.at("/complete").asBoolean()).as("%s", reply.text()).isTrue();
    return reply;
  }

  private static String of(String check) {
    return "\"checkId\":\"" + check + "\"";
  }

  private static List<String> kinds(ApiReply reply) {
    List<String> kinds = new ArrayList<>();
    for (JsonNode one : reply.at("/differences")) {
      kinds.add(one.get("kind").asText() + " " + one.get("alertType").asText().substring(6));
    }
    return kinds;
  }

  @Test
  void tellsWhatADependencyWouldHaveHeld() {
    String router = monitor(client, "");
    String check = monitor(client, "");
    runs(router, "PPFFFFPPPPPPPPPPPP");
    runs(check, "PPFFFFPPPPFFFFPPPP");
    ApiReply reply = preview(of(check), on(router));
    assertThat(kinds(reply))
        .as("the second failure is its own, and waits for a run of the router")
        .containsExactly("REMOVED FAILURE", "REMOVED RECOVERY", "LATER FAILURE");
    assertThat(reply.at("/alerts/inForce").asInt()).isEqualTo(4);
    assertThat(reply.at("/differences/2/laterSeconds").asInt()).isBetween(60, 64);
    assertThat(kinds(preview(of(check), "\"dependsOn\":[]"))).isEmpty();
  }

  @Test
  void replaysWhatIsInForce() {
    String power = monitor(client, "");
    String racks = group("," + on(power));
    String one = monitor(client, "\"groupId\":" + racks + ",");
    String other = monitor(client, "\"groupId\":" + racks + ",");
    String check = monitor(client, onGroup(racks) + ",");
    runs(power, "PPPPPPPPPPPPPPPPPPPP");
    runs(one, "PPFFFFFFPPPPPPPPPPPP");
    runs(other, "PPPPPFFFPPPPPPPPPPPP");
    runs(check, "PPPPPFFFPPPFFFPPPPPP");
    ApiReply reply = preview(of(check), "\"dependsOn\":null");
    assertThat(kinds(reply))
        .as("the group failed as a whole once: %s", reply.text())
        .containsExactly("ADDED FAILURE", "ADDED RECOVERY", "EARLIER FAILURE");
    assertThat(reply.at("/rowsRead").asInt()).isGreaterThan(20);
    ApiReply account = client.post(PATH, "{\"policy\":{}}").hasStatus(200);
    assertThat(kinds(account)).isEmpty();
    assertThat(account.at("/checksReplayed").asInt()).isEqualTo(4);
    assertThat(account.at("/assumptions").findValuesAsText("code")).doesNotContain("MANY_PARENTS");
    String target = "\"groupId\":" + racks;
    assertThat(preview(target, "\"dependsOn\":[]").at("/alerts/earlier").asInt())
        .as("no member waits for the power")
        .isEqualTo(2);
  }

  @Test
  void aThresholdOfParentsInTheSelectionChangesThemToo() {
    String router = monitor(client, "");
    String check = monitor(client, on(router) + ",");
    runs(router, "PPFFFFPPPPPP");
    runs(check, "PPFFFFPPPPPP");
    ApiReply muted = preview(of(check), "\"muted\":true");
    assertThat(muted.at("/alerts/inForce").asInt()).isZero();
    ApiReply other =
        preview(of(check), "\"alertSettings\":{\"runBasedEscalation\":{\"failedRunThreshold\":3}}");
    assertThat(other.at("/alerts/changed").asInt()).isZero();
  }

  @Test
  void refusesWhatCouldNotBeStored() {
    String group = group("");
    String check = monitor(client, "\"groupId\":" + group + ",");
    String child = monitor(client, on(check) + ",");
    String others = monitor(app.as(app.newTenant()), "");
    refuses(of(check), on(others), "/policy/dependsOn/0/checkId");
    refuses(of(check), onGroup("99999999"), "/policy/dependsOn/0/groupId");
    refuses(of(check), on(check), "/policy/dependsOn");
    refuses(of(check), on(child), "/policy/dependsOn");
    refuses(of(check), onGroup(group), "/policy/dependsOn");
    refuses("\"groupId\":" + group, on(child), "/policy/dependsOn");
    refuses("\"groupId\":" + group, onGroup(group), "/policy/dependsOn");
    refuses("\"from\":\"2026-11-01T00:00:00Z\"", on(check), "/policy/dependsOn");
    refuses(of(check), "\"dependsOn\":[{}]", "/policy/dependsOn/0/checkId");
    refuses(of(check), "\"dependsOn\":[{\"checkId\":\"x\"}]", "/policy/dependsOn/0/checkId");
    assertThat(kinds(preview(of(child), on(check)))).isEmpty();
    app.as(app.newTenant()).post(PATH, "{%s,\"policy\":{}}".formatted(of(child))).isNotFound();
  }

  private void refuses(String target, String policy, String pointer) {
    client.post(PATH, "{%s,\"policy\":{%s}}".formatted(target, policy)).isInvalid(pointer);
  }
}
