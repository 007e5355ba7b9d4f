package dev.belfry.monitoring.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code PUT /v1/checks/url/{id}}. */
class UpdateUrlMonitorIT {
  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final String path =
      "/v1/checks/url/"
          + client
              .post(
                  "/v1/checks/url",
                  """
                  {"name":"Home","description":"old","frequency":5,"frequencyOffset":50,
                   "request":{"url":"https://example.com/"}}""")
              .hasStatus(201)
              .id();

  @Test
  void keepsWhatIsAbsentAndClearsWhatIsNull() {
    ApiReply reply =
        client
            .put(path, "{\"name\":\"Start page\",\"description\":null}")
            .hasStatus(200)
            .matchesContract("updateUrlMonitor");
    assertThat(reply.at("/name").asText()).isEqualTo("Start page");
    assertThat(reply.at("/description").isNull()).isTrue();
    assertThat(reply.at("/frequency").asInt()).isEqualTo(5);
    assertThat(client.get(path.replace("/url/", "/")).json()).isEqualTo(reply.json());
  }

  @Test
  void replacesInnerObjectsWholeAndFillsTheirDefaults() {
    client.put(path, "{\"alertSettings\":{\"reminders\":{\"amount\":3,\"interval\":10}}}");
    ApiReply reply = client.put(path, "{\"alertSettings\":{\"escalationType\":\"TIME_BASED\"}}");
    assertThat(reply.at("/alertSettings/reminders/amount").asInt()).isZero();
    assertThat(reply.at("/alertSettings/reminders/interval").asInt()).isEqualTo(5);
    assertThat(reply.at("/alertSettings/escalationType").asText()).isEqualTo("TIME_BASED");
  }

  @Test
  void namesPrivateLocationsThatTheAccountDoesNotHave() {
    client
        .post("/v1/private-locations", "{\"name\":\"Cellar\",\"slugName\":\"cellar\"}")
        .hasStatus(201);
    String roof = "\"privateLocations\":[\"cellar\",\"roof\"]";
    client.put(path, "{" + roof + "}").isInvalid("/privateLocations/1");
    client
        .post("/v1/checks/url", "{\"name\":\"x\",\"request\":{\"url\":\"http://x\"}," + roof + "}")
        .isInvalid("/privateLocations/1");
    for (int time = 0; time < 2; time++) {
      assertThat(
              client
                  .put(path, "{\"privateLocations\":[\"cellar\"]}")
                  .hasStatus(200)
                  .at("/privateLocations/0")
                  .asText())
          .isEqualTo("cellar");
    }
    client.put(path, "{\"privateLocations\":[]}").hasStatus(200);
  }

  @Test
  void namesEveryOffendingFieldAtOnce() {
    client
        .put(
            path,
            """
            {"name":"","frequency":7,"degradedResponseTime":30001,"locations":["moon-1"],
             "request":{"url":"ftp://example.com","method":"POST"},
             "retryStrategy":{"type":"SINGLE_RETRY","maxRetries":3}}""")
        .isInvalid(
            "/name",
            "/frequency",
            "/degradedResponseTime",
            "/locations/0",
            "/request/url",
            "/request/method",
            "/retryStrategy/maxRetries");
  }

  @Test
  void judgesAnAbsentMemberByItsStoredValue() {
    client.put(path, "{\"frequency\":0}").isInvalid("/frequencyOffset");
    client.put(path, "{\"frequency\":120,\"frequencyOffset\":2}").hasStatus(200);
    ApiReply kept = client.put(path, "{\"frequency\":5}").hasStatus(200);
    assertThat(kept.at("/frequencyOffset").asInt()).isEqualTo(2);
    client.put(path, "{\"frequency\":60,\"frequencyOffset\":600}").hasStatus(200);
    ApiReply dropped = client.put(path, "{\"frequency\":5}").hasStatus(200);
    assertThat(dropped.matchesContract("updateUrlMonitor").json().has("frequencyOffset")).isFalse();
    client.put(path, dropped.text()).hasStatus(200);
    client.put(path, "{\"frequency\":1,\"frequencyOffset\":10}").hasStatus(200);
    client.put(path, "{\"frequency\":0,\"frequencyOffset\":30}").hasStatus(200);
  }

  private void limits(String body, int degraded, int max) {
    ApiReply reply = client.put(path, body).hasStatus(200).matchesContract("updateUrlMonitor");
    assertThat(reply.at("/degradedResponseTime").asInt()).isEqualTo(degraded);
    assertThat(reply.at("/maxResponseTime").asInt()).isEqualTo(max);
    client.put(path, reply.text()).hasStatus(200);
  }

  /** Specification, "Limits" 3: each is bounded by itself. */
  @Test
  void anAbsentResponseTimeLimitGivesWay() {
    limits("{\"degradedResponseTime\":3000,\"maxResponseTime\":5000}", 3000, 5000);
    limits("{\"maxResponseTime\":2000}", 2000, 2000);
    limits("{\"maxResponseTime\":6000}", 2000, 6000);
    limits("{\"degradedResponseTime\":30000}", 30000, 30000);
    limits("{\"degradedResponseTime\":0,\"name\":\"x\"}", 0, 30000);
    limits("{\"maxResponseTime\":0}", 0, 0);
    client
        .put(path, "{\"degradedResponseTime\":3000,\"maxResponseTime\":2000}")
        .isInvalid("/degradedResponseTime");
  }

  @Test
  void ignoresUnknownAndServerAssignedFields() {
    ApiReply reply =
        client
            .put(path, "{\"id\":0,\"created_at\":\"\",\"checkType\":\"URL\",\"edit\":[{}]}")
            .hasStatus(200);
    assertThat(reply.json().has("edit")).isFalse();
    assertThat(path).endsWith(reply.id());
  }

  @Test
  void answers401Without403ForAReadKeyAnd404ForAnotherAccount() {
    app.client().put(path, "{}").isUnauthorized();
    app.client().withKey(acme.readKey()).put(path, "{}").isForbidden();
    app.as(app.newTenant()).put(path, "{}").isNotFound();
    client
        .with("X-Service-Account", app.newTenant().account().toString())
        .put(path, "{}")
        .isForbidden();
    client.with("X-Service-Account", acme.account().toString()).put(path, "{}").hasStatus(200);
    client.put("/v1/checks/url/nonsense", "{}").isInvalid("/id");
  }
}
