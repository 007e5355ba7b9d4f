package dev.belfry.monitoring.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code PUT /v1/checks/ssl/{id}}. */
class UpdateSslMonitorIT {
  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final String id =
      client
          .post(
              "/v1/checks/ssl",
              """
              {"name":"Shop","description":"old","frequency":60,"degradedResponseTime":100,
               "request":{"sslConfig":{"hostname":"shop.example.com","port":8443}}}""")
          .hasStatus(201)
          .id();
  private final String path = "/v1/checks/ssl/" + id;

  @Test
  void keepsWhatIsAbsentAndReplacesTheRequestWhole() {
    ApiReply renamed =
        client
            .put(path, "{\"name\":\"Store\",\"description\":null}")
            .hasStatus(200)
            .matchesContract("updateSslMonitor");
    assertThat(renamed.at("/name").asText()).isEqualTo("Store");
    assertThat(renamed.at("/request/sslConfig/port").asInt()).isEqualTo(8443);
    ApiReply moved =
        client.put(path, "{\"request\":{\"sslConfig\":{\"hostname\":\"e.org\"}}}").hasStatus(200);
    assertThat(moved.at("/request/sslConfig/port").asInt()).isEqualTo(443);
    assertThat(client.get("/v1/checks/" + id).json()).isEqualTo(moved.json());
  }

  @Test
  void aMonitorOfAnotherTypeIsNotFound() {
    String tcp =
        client
            .post(
                "/v1/checks/tcp",
                "{\"name\":\"Port\",\"request\":{\"hostname\":\"e.org\",\"port\":443}}")
            .hasStatus(201)
            .id();
    client.put("/v1/checks/ssl/" + tcp, "{\"name\":\"x\"}").isNotFound();
    client.put("/v1/checks/tcp/" + id, "{\"name\":\"x\"}").isNotFound();
    assertThat(client.get("/v1/checks/" + id).at("/name").asText()).isEqualTo("Shop");
  }

  @Test
  void namesEveryOffendingField() {
    client
        .put(
            path,
            """
            {"request":{"sslConfig":{"hostname":"a b","alertDaysBeforeExpiry":366,
             "clientCertificateMode":"explicit"},"sslClientCertificateId":"7"},"frequency":3}""")
        .isInvalid(
            "/request/sslConfig/alertDaysBeforeExpiry",
            "/request/sslConfig/hostname",
            "/request/sslConfig/clientCertificateMode",
            "/request/sslClientCertificateId",
            "/frequency");
    client.put(path, "{\"request\":null}").isInvalid("/request");
  }
}
