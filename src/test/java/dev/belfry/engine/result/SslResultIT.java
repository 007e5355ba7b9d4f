package dev.belfry.engine.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.ResultId;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.ResultRows.Run;
import org.junit.jupiter.api.Test;

/** Results of an SSL monitor, and {@code GET /v1/analytics/ssl/{id}}. */
class SslResultIT {
  private static final String FACTS =
      """
      {"message":"%s","tls":{"resolvedIp":"203.0.113.7","protocol":"TLS1.3",
       "cipherSuite":"TLS_AES_128_GCM_SHA256","handshakeTimeMs":12.5,"hostnameVerified":true,
       "chainTrusted":false,"daysUntilExpiry":-3,"ocspStapled":false,"ocspStatus":null,
       "securityBaseline":{"verdict":"PASS"},"certificate":{"subjectCN":"shop.example.com",
        "issuerCN":"CA","issuer":"CN=CA","notBefore":"2026-01-01T00:00:00Z",
        "notAfter":"2026-02-01T00:00:00Z","serialNumber":"1","fingerprintSha256":"ab",
        "issuerFingerprintSha256":null,"keyAlgorithm":"RSA","keySizeBits":2048,
        "signatureAlgorithm":"SHA256-RSA","selfSigned":false,"isCA":false,"sans":[]},
       "chain":[]}}""";

  private final ResultFixture fixture = new ResultFixture();
  private final long now = fixture.now();
  private final String check =
      fixture
          .client
          .post(
              "/v1/checks/ssl",
              """
              {"name":"Shop","activated":false,"request":
               {"sslConfig":{"hostname":"shop.example.com","serverName":"www.example.com"}}}""")
          .hasStatus(201)
          .id();
  private final int series = fixture.rows.series(check, "eu-west-1");

  @Test
  void showsTheHandshakeAndTheCertificate() {
    Run run = Run.failed(series, now).with(Verdict.FAILED, Reason.CERTIFICATE_EXPIRED, 0);
    fixture.rows.add(run).detail(run, FACTS.formatted("It expired"));
    ApiReply reply = read();
    assertThat(reply.at("/apiCheckResult").isNull()).isTrue();
    assertThat(reply.at("/sslCheckResult/tlsVersion").asText()).isEqualTo("TLS1.3");
    assertThat(reply.at("/sslCheckResult/daysUntilExpiry").asInt()).isEqualTo(-3);
    assertThat(reply.at("/sslCheckResult/chainTrusted").asBoolean()).isFalse();
    assertThat(reply.at("/sslCheckResult/baselineVerdict").asText()).isEqualTo("PASS");
    assertThat(reply.at("/sslCheckResult/failureCategory").asText()).isEqualTo("expired");
    assertThat(reply.at("/sslCheckResult/requestError").asText()).isEqualTo("It expired");
    assertThat(reply.at("/sslCheckResult/request").toString())
        .isEqualTo(
            "{\"hostname\":\"shop.example.com\",\"port\":443,\"serverName\":\"www.example.com\","
                + "\"ipFamily\":\"IPv4\"}");
    assertThat(reply.at("/sslCheckResult/response/certificate/issuerCN").asText()).isEqualTo("CA");
  }

  @Test
  void showsWhyThereWasNoHandshake() {
    fixture.rows.add(Run.failed(series, now).with(Verdict.FAILED, Reason.TLS_TIMEOUT, 0));
    ApiReply reply = read();
    assertThat(reply.at("/sslCheckResult/response").isNull()).isTrue();
    assertThat(reply.at("/sslCheckResult/tlsVersion").isNull()).isTrue();
    assertThat(reply.at("/sslCheckResult/failureCategory").asText()).isEqualTo("handshake");
    assertThat(reply.at("/overMaxResponseTime").asBoolean()).isTrue();
  }

  @Test
  void figuresHaveTheNamesThatClientsKnow() {
    long summed = fixture.rows.summedUntil();
    fixture.rows.add(new Run(series, summed, 0, Verdict.PASSED, Reason.NONE, 0, 30_000));
    ApiReply reply =
        fixture
            .client
            .get(
                "/v1/analytics/ssl/"
                    + check
                    + "?metrics=availability,handshakeTimeMs_avg,handshakeTimeMs_p95,"
                    + "daysUntilExpiry_avg")
            .hasStatus(200)
            .matchesContract("analyzeSslMonitor");
    assertThat(reply.at("/aggregate/availability").asDouble()).isEqualTo(100.0);
    assertThat(reply.at("/aggregate/handshakeTimeMs_avg").asDouble()).isEqualTo(30.0);
    assertThat(reply.at("/aggregate/daysUntilExpiry_avg").isNull()).isTrue();
    fixture.client.get("/v1/analytics/tcp-checks/" + check).isNotFound();
  }

  private ApiReply read() {
    return fixture
        .client
        .get("/v1/check-results/" + check + "/" + new ResultId(now, series, 0).toGuid())
        .hasStatus(200)
        .matchesContract("readCheckResult");
  }
}
