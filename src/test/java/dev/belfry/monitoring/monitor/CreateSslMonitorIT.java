package dev.belfry.monitoring.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code POST /v1/checks/ssl}. */
class CreateSslMonitorIT {
  private static final String PATH = "/v1/checks/ssl";
  private static final String SHOP =
      "{\"name\":\"Shop\",\"request\":{\"sslConfig\":{\"hostname\":\"shop.example.com\"%s}}%s}";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  @Test
  void fillsTheDocumentedDefaults() {
    ApiReply reply =
        client
            .post(PATH, SHOP.formatted("", ""))
            .hasStatus(201)
            .matchesContract("createSslMonitor");
    JsonNode monitor = reply.json();
    assertThat(monitor.get("checkType").asText()).isEqualTo("SSL");
    assertThat(monitor.get("degradedResponseTime").asInt()).isEqualTo(3000);
    assertThat(monitor.get("maxResponseTime").asInt()).isEqualTo(10_000);
    assertThat(monitor.at("/request/sslConfig").properties())
        .extracting(Object::toString)
        .containsExactlyInAnyOrder(
            "hostname=\"shop.example.com\"",
            "port=443",
            "ipFamily=\"IPv4\"",
            "serverName=null",
            "skipChainValidation=false",
            "handshakeTimeoutMs=10000",
            "alertDaysBeforeExpiry=20",
            "clientCertificateMode=null",
            "securityBaseline=null");
    assertThat(monitor.at("/request/assertions")).isEmpty();
    ApiReply read = client.get("/v1/checks/" + reply.id()).hasStatus(200);
    assertThat(read.matchesContract("readCheck").json()).isEqualTo(monitor);
    assertThat(client.get("/v1/checks?checkType=SSL").matchesContract("listChecks").json())
        .containsExactly(monitor);
  }

  @Test
  void takesWhatTheRealClientsSend() {
    ApiReply reply =
        client
            .post(
                PATH + "?autoAssignAlerts=false",
                """
                {"id":"","checkType":"SSL","name":"sdk","groupId":null,"retryStrategy":null,
                 "alertSettings":{"escalationType":"RUN_BASED","timeBasedEscalation":{}},
                 "frequency":10,"degradedResponseTime":10000,"maxResponseTime":20000,
                 "request":{"sslConfig":{"hostname":"203.0.113.7","port":8443,
                  "serverName":"shop.example.com","ipFamily":"IPv4","skipChainValidation":true,
                  "handshakeTimeoutMs":30000,"alertDaysBeforeExpiry":365,
                  "securityBaseline":{"enabled":true,
                   "minTLSVersion":{"value":"TLS1.3","severity":"fail"},
                   "minKeySizeBits":{"value":4096,"severity":"degrade"},
                   "knownBadCA":{"severity":"ignore"}}},
                 "assertions":[{"source":"CERTIFICATE","comparison":"GREATER_THAN","target":"14",
                  "property":"daysUntilExpiry"},{"source":"CONNECTION","comparison":"EQUALS",
                  "target":"TLSv1.3","property":"tlsVersion","regex":null},
                  {"source":"JSON_RESPONSE","comparison":"GREATER_THAN","target":"2048",
                  "property":"$.certificate.keySizeBits"},{"source":"TEXT_RESPONSE",
                  "comparison":"CONTAINS","target":"true","property":"Issuer:.*Let's Encrypt"},
                  {"source":"RESPONSE_TIME","comparison":"LESS_THAN","target":"500",
                  "property":""}]}}""")
            .hasStatus(201)
            .matchesContract("createSslMonitor");
    assertThat(reply.at("/request/sslConfig/securityBaseline/minKeySizeBits/value").asInt())
        .isEqualTo(4096);
    assertThat(reply.at("/request/assertions")).hasSize(5);
  }

  @Test
  void namesEveryMissingAndOffendingField() {
    client.post(PATH, "{}").isInvalid("/name", "/request");
    client.post(PATH, "{\"name\":\"x\",\"request\":{}}").isInvalid("/request/sslConfig");
    client
        .post(PATH, SHOP.formatted(",\"port\":0,\"handshakeTimeoutMs\":999", ""))
        .isInvalid("/request/sslConfig/port", "/request/sslConfig/handshakeTimeoutMs");
    client
        .post(PATH, SHOP.formatted("", ",\"maxResponseTime\":30001,\"frequency\":7"))
        .isInvalid("/maxResponseTime", "/frequency");
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://example.com/", "example.com:443", "two words", "300.1.1.1"})
  void takesAHostAndNothingElse(String hostname) {
    client
        .post(
            PATH,
            "{\"name\":\"x\",\"request\":{\"sslConfig\":{\"hostname\":\"%s\"}}}"
                .formatted(hostname))
        .isInvalid("/request/sslConfig/hostname");
  }

  @ParameterizedTest
  @CsvSource({
    "'\"serverName\":\"203.0.113.7\"', serverName",
    "'\"clientCertificateMode\":\"auto\"', clientCertificateMode",
    "'\"securityBaseline\":{\"minTLSVersion\":{\"value\":\"TLS1.0\"}}', securityBaseline/minTLSVersion/value",
    "'\"securityBaseline\":{\"sctPresent\":{\"severity\":\"loud\"}}', securityBaseline/sctPresent/severity"
  })
  void refusesWhatItCannotHonour(String member, String path) {
    client.post(PATH, SHOP.formatted("," + member, "")).isInvalid("/request/sslConfig/" + path);
  }

  @Test
  void refusesAClientCertificate() {
    client
        .post(
            PATH,
            """
            {"name":"x","request":{"sslConfig":{"hostname":"e.org"},
             "sslClientCertificateId":"c1"}}""")
        .isInvalid("/request/sslClientCertificateId");
  }

  @ParameterizedTest
  @CsvSource({
    "CERTIFICATE, EQUALS, a, '', property",
    "CERTIFICATE, EQUALS, a, tlsVersion, property",
    "CERTIFICATE, GREATER_THAN, soon, daysUntilExpiry, target",
    "CERTIFICATE, CONTAINS, 30, daysUntilExpiry, comparison",
    "CERTIFICATE, EQUALS, e.org, sans, comparison",
    "CERTIFICATE, EQUALS, yes, selfSigned, target",
    "CONNECTION, NOT_EQUALS, true, chainTrusted, comparison",
    "CONNECTION, GREATER_THAN, SSLv3, tlsVersion, target",
    "JSON_RESPONSE, EQUALS, a, '', property",
    "JSON_RESPONSE, EQUALS, a, '$[', property",
    "TEXT_RESPONSE, EQUALS, a, '(?=a)', property",
    "RESPONSE_TIME, CONTAINS, 1, '', comparison",
    "RESPONSE_DATA, EQUALS, 1, '', source"
  })
  void refusesAssertionsThatCannotBeCompared(
      String source, String comparison, String target, String property, String offending) {
    client
        .post(
            PATH,
            """
            {"name":"x","request":{"sslConfig":{"hostname":"e.org"},"assertions":[
             {"source":"%s","comparison":"%s","target":"%s","property":"%s"}]}}"""
                .formatted(source, comparison, target, property))
        .isInvalid("/request/assertions/0/" + offending);
  }

  @Test
  void refusesAnybodyElse() {
    app.client().post(PATH, "{}").isUnauthorized();
    app.client().withKey(acme.readKey()).post(PATH, "{}").isForbidden();
  }
}
