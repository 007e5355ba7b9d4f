package dev.belfry.engine.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.session.SessionFixture;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.testing.ApiReply;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code /checks/{id}/trigger/{token}} and {@code /check-groups/{id}/trigger/{token}}. */
class TriggerUrlsIT {
  private final SessionFixture fixture = new SessionFixture();

  private String trigger(String kind, String id) {
    String token =
        fixture
            .client
            .send("POST", "/v1/triggers/" + kind + "/" + id, null)
            .hasStatus(201)
            .at("/token")
            .asText();
    return "/" + kind + "/" + id + "/trigger/" + token;
  }

  private CompletableFuture<ApiReply> call(String method, String path) {
    return CompletableFuture.supplyAsync(
        () -> fixture.app.client().send(method, path, null), task -> new Thread(task).start());
  }

  @ParameterizedTest
  @CsvSource({
    "GET, PASSED, NONE, 200, runCheckByTrigger",
    "POST, DEGRADED, SLOW, 200, runCheckByTriggerPost",
    "GET, FAILED, STATUS, 503, runCheckByTrigger",
    "POST, MISSED, OVERLOADED, 503, runCheckByTriggerPost"
  })
  void runACheckAndTellWhetherItFailed(
      String method, Verdict verdict, Reason reason, int status, String operation) {
    String check = fixture.monitor("");
    String url = trigger("checks", check);
    CompletableFuture<ApiReply> called =
        call(method, url + "?deployment=true&repository=acme/shop&sha=abc&environmentUrl=https%3A");
    fixture.triggered(check, 2).forEach(run -> fixture.end(run, verdict, reason));
    ApiReply reply = called.join().hasStatus(status).matchesContract(operation);
    assertThat(reply.at("/hasFailures").asBoolean()).isEqualTo(status == 503);
    assertThat(reply.json().properties()).hasSize(2);
    assertThat(reply.at("/responseTime").asLong()).isEqualTo(verdict == Verdict.MISSED ? 0 : 123);
    assertThat(fixture.client.get("/v1/triggers/checks/" + check).at("/called_at").isNull())
        .isFalse();
  }

  @Test
  void runTheActivatedChecksOfAGroup() {
    String group =
        fixture.client.post("/v2/check-groups", "{\"name\":\"Shop\"}").hasStatus(201).id();
    String one = fixture.monitor("\"groupId\":" + group);
    String other = fixture.monitor("\"groupId\":" + group);
    String paused = fixture.monitor("\"activated\":false,\"groupId\":" + group);
    String apart = fixture.monitor("");
    CompletableFuture<ApiReply> called = call("GET", trigger("check-groups", group));
    fixture.triggered(one, 2).forEach(run -> fixture.end(run, Verdict.PASSED, Reason.NONE));
    fixture.triggered(other, 2).forEach(run -> fixture.end(run, Verdict.FAILED, Reason.STATUS));
    called.join().hasStatus(503).matchesContract("runGroupByTrigger");
    for (String left : new String[] {paused, apart}) {
      assertThat(
              fixture.number("SELECT count(*) FROM check_sessions WHERE check_id = ?::uuid", left))
          .isZero();
    }
  }

  @Test
  void answerWhoeverGuessesInOneShape() {
    String check = fixture.monitor("");
    String other = fixture.monitor("");
    String url = trigger("checks", check);
    String token = url.substring(url.lastIndexOf('/') + 1);
    String changed = token.substring(0, 63) + (token.endsWith("A") ? "B" : "A");
    String unknown = fixture.app.client().get("/v1/nonsense").isNotFound().text();
    for (String wrong :
        new String[] {
          "/checks/" + check + "/trigger/" + changed,
          "/checks/" + check + "/trigger/x",
          "/checks/" + other + "/trigger/" + token,
          "/check-groups/42/trigger/" + token
        }) {
      assertThat(fixture.app.client().get(wrong).isNotFound().text()).isEqualTo(unknown);
      assertThat(fixture.app.client().send("POST", wrong, null).isNotFound().text())
          .isEqualTo(unknown);
    }
    assertThat(
            fixture.number("SELECT count(*) FROM check_sessions WHERE check_id = ?::uuid", check))
        .isZero();
  }

  @Test
  void aLeakedOneCannotFloodItsTarget() {
    String paused = fixture.monitor("\"activated\":false");
    String url = trigger("checks", paused);
    for (int i = 0; i < 10; i++) {
      fixture.app.client().get(url).isError(404, "Not Found", "No activated check matches");
    }
    fixture.app.client().get(url).hasStatus(429).matchesContract("runCheckByTrigger");
  }

  @Test
  void runNothingForAHead() {
    String group =
        fixture.client.post("/v2/check-groups", "{\"name\":\"Shop\"}").hasStatus(201).id();
    String check = fixture.monitor("\"groupId\":" + group);
    for (String url : new String[] {trigger("checks", check), trigger("check-groups", group)}) {
      ApiReply reply = fixture.app.client().send("HEAD", url, null).hasStatus(405);
      assertThat(reply.header("Allow")).isEqualTo("GET, POST");
      assertThat(reply.text()).isEmpty();
    }
    assertThat(
            fixture.number("SELECT count(*) FROM check_sessions WHERE check_id = ?::uuid", check))
        .isZero();
    assertThat(fixture.client.get("/v1/triggers/checks/" + check).at("/called_at").isNull())
        .isTrue();
  }
}
