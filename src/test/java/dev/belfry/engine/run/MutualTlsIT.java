package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.ClockWait;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** API checks of two accounts against a server that demands a certificate of its clients. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ClockWait("Monitors run at their scheduled times of the database's clock.")
class MutualTlsIT {
  private final TestApp app = TestApp.start(EngineFixture.probingFrom("all"));
  private final EngineFixture fixture = new EngineFixture(app);
  private final ApiClient acme = fixture.client;
  private final ApiClient globex = app.as(app.newTenant());
  private final MutualTlsServer server = new MutualTlsServer("TLSv1.3");
  private final MutualTlsServer older = server.beside("TLSv1.2");

  @AfterAll
  void stop() {
    server.close();
    older.close();
    fixture.close();
    app.close();
  }

  private static String request(MutualTlsServer server, boolean skipSsl, String name) {
    return """
    {"name":"Orders","frequency":0,"frequencyOffset":10,"request":{
      "url":"%s","skipSSL":%s,"followRedirects":false,"assertions":[
        {"source":"TEXT_BODY","comparison":"EQUALS","target":"CN=%s"}]}}"""
        .formatted(server.url(), skipSsl, name);
  }

  private static ApiReply tested(ApiClient client, String body) {
    return client.post("/v1/check-tests/api", body).hasStatus(200);
  }

  private String certificate(ApiClient client, String name) {
    return client
        .post("/v1/client-certificates", server.clientCertificate(name))
        .hasStatus(201)
        .id();
  }

  @Test
  void eachAccountProvesItselfWithItsOwnAndNoOther() {
    for (MutualTlsServer each : new MutualTlsServer[] {server, older}) {
      ApiReply without = tested(acme, request(each, true, "acme"));
      assertThat(without.at("/hasFailures").asBoolean()).isTrue();
      assertThat(without.at("/reason").asText()).isEqualTo("TLS_FAILED");
      assertThat(without.at("/message").asText())
          .contains("the server asks for a client certificate");
    }
    String first = certificate(acme, "acme");
    assertPasses(acme, "acme");
    assertThat(tested(globex, request(server, true, "acme")).at("/reason").asText())
        .isEqualTo("TLS_FAILED");
    certificate(globex, "globex");
    assertPasses(globex, "globex");
    assertPasses(acme, "acme");

    // It is replaced, and the next run uses the new one; without any it fails again.
    String second = certificate(acme, "acme-new");
    acme.delete("/v1/client-certificates/" + first).hasStatus(204);
    assertPasses(acme, "acme-new");
    String check = acme.post("/v1/checks/api", request(server, false, "acme-new")).id();
    assertThat(fixture.awaitRuns(check, 1).get(0).verdict()).isEqualTo(Verdict.PASSED);
    acme.delete("/v1/client-certificates/" + second).hasStatus(204);
    assertThat(tested(acme, request(server, true, "acme-new")).at("/reason").asText())
        .isEqualTo("TLS_FAILED");
    assertThat(tested(acme, request(server, false, "acme-new")).at("/reason").asText())
        .isEqualTo("CERTIFICATE_UNTRUSTED");
    assertPasses(globex, "globex");
    assertThat(acme.get("/v2/check-results/" + check).text()).doesNotContain("PRIVATE KEY");
  }

  /** Of both versions, with a server whose issuer only the client certificate makes trusted. */
  private void assertPasses(ApiClient client, String name) {
    for (MutualTlsServer each : new MutualTlsServer[] {server, older}) {
      for (boolean skipSsl : new boolean[] {false, true}) {
        ApiReply reply = tested(client, request(each, skipSsl, name));
        assertThat(reply.at("/hasFailures").asBoolean()).as(reply.text()).isFalse();
      }
    }
  }
}
