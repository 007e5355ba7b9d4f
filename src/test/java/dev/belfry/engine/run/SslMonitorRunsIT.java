package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.engine.probe.StubServer;
import dev.belfry.engine.run.EngineFixture.Stored;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.ClockWait;
import io.netty.pkitesting.CertificateBuilder;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** SSL monitors from the API to their results, against a server with a certificate of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ClockWait("Monitors run at their scheduled times of the database's clock.")
class SslMonitorRunsIT {
  private static final String DAYS =
      "{\"source\":\"CERTIFICATE\",\"property\":\"daysUntilExpiry\",\"comparison\":\"GREATER_THAN\","
          + "\"target\":\"%d\"}";

  private final TestApp app = TestApp.start(EngineFixture.probingFrom("all"));
  private final EngineFixture fixture = new EngineFixture(app);
  private final StubServer server = listen();

  private static StubServer listen() {
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    try {
      return StubServer.secure(
          new CertificateBuilder()
              .ecp256()
              .subject("CN=Shop")
              .addSanIpAddress("127.0.0.1")
              .setIsCertificateAuthority(true)
              .notBefore(now.minus(1, ChronoUnit.DAYS))
              .notAfter(now.plus(90, ChronoUnit.DAYS))
              .buildSelfSigned(),
          conversation -> {
            ((SSLSocket) conversation.socket()).startHandshake();
            conversation.hang();
          });
    } catch (Exception e) {
      throw new AssertionError("no server", e);
    }
  }

  @AfterAll
  void stop() throws IOException {
    server.close();
    fixture.close();
    app.close();
  }

  private String request(String more, String assertions) {
    return """
        "request":{"sslConfig":{"hostname":"127.0.0.1","port":%d%s},"assertions":[%s]}"""
        .formatted(server.port(), more, assertions);
  }

  private String monitor(String more) {
    return fixture
        .client
        .post("/v1/checks/ssl", "{\"name\":\"Shop\",\"frequency\":1,%s}".formatted(more))
        .hasStatus(201)
        .id();
  }

  private JsonNode result(String check) {
    return fixture
        .client
        .get("/v2/check-results/" + check)
        .hasStatus(200)
        .matchesContract("listCheckResults")
        .at("/entries/0");
  }

  @Test
  void aPassKeepsTheCertificateAndTheStatusItsDays() {
    String check = monitor(request(",\"skipChainValidation\":true", DAYS.formatted(30)));
    Stored run = fixture.awaitRuns(check, 1).get(0);
    assertThat(run.verdict()).isEqualTo(Verdict.PASSED);
    JsonNode result = result(check);
    assertThat(result.at("/sslCheckResult/response/certificate/subjectCN").asText())
        .isEqualTo("Shop");
    assertThat(result.at("/sslCheckResult/assertions/0/passed").asBoolean()).isTrue();
    assertThat(result.at("/sslCheckResult/requestError").isNull()).isTrue();
    EngineFixture.until(
        "the status has the days",
        () ->
            fixture.client.get("/v1/check-statuses/" + check).at("/sslDaysRemaining").asInt()
                >= 89);
  }

  @Test
  void anIssuerThatIsNotTrustedFailsAndAlerts() {
    String check = monitor(request("", DAYS.formatted(30)));
    Stored run = fixture.awaitRuns(check, 1).get(0);
    assertThat(run.reason()).isEqualTo(Reason.CERTIFICATE_SELF_SIGNED);
    JsonNode result = result(check);
    assertThat(result.at("/sslCheckResult/failureCategory").asText()).isEqualTo("self_signed");
    assertThat(result.at("/sslCheckResult/assertions/0/passed").asBoolean()).isTrue();
    JsonNode alert =
        fixture.client.get("/v2/check-alerts?checkId=" + check).hasStatus(200).at("/entries/0");
    assertThat(alert.path("error").asText())
        .isEqualTo("The certificate of 127.0.0.1 is self-signed");
  }

  @Test
  void anAssertionThatFailsNamesItsValue() {
    String check = monitor(request(",\"skipChainValidation\":true", DAYS.formatted(365)));
    assertThat(fixture.awaitRuns(check, 1).get(0).reason()).isEqualTo(Reason.ASSERTION);
    assertThat(result(check).path("message").asText())
        .matches(
            "The certificate at \"daysUntilExpiry\" was (89|90), expected to be greater than"
                + " \"365\"");
  }

  @Test
  void aCertificateThatExpiresWithinTheDaysDegrades() {
    String check =
        monitor(request(",\"skipChainValidation\":true,\"alertDaysBeforeExpiry\":100", ""));
    Stored run = fixture.awaitRuns(check, 1).get(0);
    assertThat(run.verdict()).isEqualTo(Verdict.DEGRADED);
    assertThat(run.reason()).isEqualTo(Reason.CERTIFICATE_EXPIRES_SOON);
  }

  @Test
  void aFailureThatIsExpectedPasses() {
    String bad = monitor(request("", "") + ",\"shouldFail\":true");
    String good = monitor(request(",\"skipChainValidation\":true", "") + ",\"shouldFail\":true");
    assertThat(fixture.awaitRuns(bad, 1).get(0).verdict()).isEqualTo(Verdict.PASSED);
    assertThat(fixture.awaitRuns(good, 1).get(0).reason()).isEqualTo(Reason.SHOULD_HAVE_FAILED);
  }

  @Test
  void canBeTestedAndTheOverviewNamesHostAndPort() {
    ApiReply test =
        fixture
            .client
            .post("/v1/check-tests/ssl", "{" + request("", DAYS.formatted(30)) + "}")
            .hasStatus(200)
            .matchesContract("testSslMonitor");
    assertThat(test.at("/reason").asText()).isEqualTo("CERTIFICATE_SELF_SIGNED");
    assertThat(test.at("/assertions/0/property").asText()).isEqualTo("daysUntilExpiry");
    assertThat(test.at("/statusCode").isNull()).isTrue();
    String check = monitor(request("", ""));
    EngineFixture.until(
        "the overview has it",
        () ->
            fixture
                .client
                .get("/v1/check-overview?checkId=" + check)
                .at("/entries/0/url")
                .asText()
                .equals("127.0.0.1:" + server.port()));
  }
}
