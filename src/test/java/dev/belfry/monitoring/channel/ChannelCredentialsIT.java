package dev.belfry.monitoring.channel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A key that may only read sees no credentials of receivers, wherever channels are shown. */
class ChannelCredentialsIT {
  private static final List<String> CREDENTIALS =
      List.of("T0/B0/s1ack", "s2user", "s2pass", "s3locked", "s4bearer", "s5query");
  private static final String SLACK =
      "{\"type\":\"SLACK\",\"config\":{\"url\":\"http://169.254.169.254/services/T0/B0/s1ack\"},"
          + "\"autoSubscribe\":true}";
  private static final String HOOK =
      """
      {"type":"WEBHOOK","autoSubscribe":true,"config":{
        "url":"http://s2user:s2pass@169.254.169.254/h",
        "headers":[{"key":"X-Open","value":"open"},{"key":"X-A","value":"s3locked","locked":true},
          {"key":"Authorization","value":"Bearer s4bearer"}],
        "queryParameters":[{"key":"token","value":"s5query"}]}}""";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final ApiClient reader = app.client().withKey(acme.readKey());
  private String slack = "";
  private String hook = "";
  private String check = "";

  @BeforeEach
  void create() {
    slack = "/v1/alert-channels/" + client.post("/v1/alert-channels", SLACK).hasStatus(201).id();
    hook = "/v1/alert-channels/" + client.post("/v1/alert-channels", HOOK).hasStatus(201).id();
    check =
        client
            .post(
                "/v1/checks/url",
                "{\"name\":\"Home\",\"activated\":false,\"request\":{\"url\":\"https://e.org\"}}")
            .hasStatus(201)
            .id();
  }

  private void requireHidden(String path, String operation) {
    ApiReply reply = reader.get(path).hasStatus(200).matchesContract(operation);
    assertThat(reply.text()).as(path).contains("****").doesNotContain(CREDENTIALS);
    assertThat(client.get(path).text())
        .as("%s with a key that writes", path)
        .contains(CREDENTIALS.get(0));
  }

  @Test
  void hidesThemFromAKeyThatMayOnlyRead() {
    requireHidden("/v1/alert-channels", "listAlertChannels");
    requireHidden(slack, "readAlertChannel");
    requireHidden("/v1/checks", "listChecks");
    requireHidden("/v1/checks/" + check, "readCheck");
    client.send("POST", slack + "/test", null).hasStatus(202);
    requireHidden("/v1/alert-notifications", "listAlertNotifications");
    client
        .post("/v1/alert-channels", "{\"type\":\"PAGERDUTY\",\"config\":{\"serviceKey\":\"k\"}}")
        .hasStatus(201);
    requireHidden("/v1/audit-log", "listAuditLog");
    assertThat(reader.get("/v1/audit-log").text()).doesNotContain("sealed:");
    assertThat(reader.get(hook).at("/config/headers/0/value").asText()).isEqualTo("open");
    assertThat(reader.get(hook).text()).doesNotContain(CREDENTIALS);
    assertThat(client.get(hook).text()).contains(CREDENTIALS.subList(1, CREDENTIALS.size()));
  }

  @Test
  void aChangedCredentialIsAChangeInTheAuditLogAllTheSame() {
    client
        .put(slack, "{\"config\":{\"url\":\"http://169.254.169.254/services/other\"}}")
        .hasStatus(200);
    JsonNode entry =
        reader.get("/v1/audit-log?resourceType=alert-channel&action=UPDATE").at("/entries/0");
    assertThat(entry.at("/changes/0/path").asText()).isEqualTo("/config/url");
    assertThat(entry.at("/changes/0/from").asText()).isEqualTo("http://169.254.169.254/****");
    assertThat(entry.at("/changes/0/to").asText()).isEqualTo("http://169.254.169.254/****");
  }

  @Test
  void whatWasReadMaskedCanBeWrittenBack() {
    for (String channel : List.of(slack, hook)) {
      JsonNode before = client.get(channel).at("/config");
      JsonNode seen = reader.get(channel).at("/config");
      client.put(channel, "{\"config\":" + seen + "}").hasStatus(200);
      assertThat(client.get(channel).at("/config")).isEqualTo(before);
    }
    client
        .put(slack, "{\"config\":{\"url\":\"https://hooks.slack.com/****\"}}")
        .isInvalid("/config/url");
    client
        .post(
            "/v1/alert-channels", "{\"type\":\"SLACK\",\"config\":{\"url\":\"https://x.y/****\"}}")
        .isInvalid("/config/url");
  }

  @Test
  void aDeploysAnswerHidesThem() {
    String body =
        """
        {"project":{"logicalId":"masks","name":"M"},"resources":[
         {"logicalId":"slack","type":"alert-channel","payload":%s},
         {"logicalId":"hook","type":"alert-channel","payload":%s}]}"""
            .formatted(SLACK, HOOK);
    ApiReply plan = client.post("/v1/projects/deploy?dryRun=true", body).hasStatus(200);
    assertThat(plan.text()).contains("****").doesNotContain(CREDENTIALS);
    client
        .post("/v1/projects/deploy?dryRun=true", body.replace("\"X-A\"", "\"X A\""))
        .hasStatus(400)
        .matchesContract("deployProject");
  }
}
