package dev.belfry.projects.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code scriptPath}, by which command lines tell checks in code from those made by hand. */
class CheckSourceIT {
  private final ApiClient client = TestApp.shared().as(TestApp.shared().newTenant());

  private static String manifest(String name) {
    return """
    {"project":{"logicalId":"shop","name":"Shop"},"resources":[
     {"logicalId":"front","type":"check","payload":{"checkType":"URL","name":"%s",
       "request":{"url":"https://example.org/"}}}]}"""
        .formatted(name);
  }

  @Test
  void namesTheProjectOfADeployedCheckInEveryAnswer() {
    String made =
        client
            .post(
                "/v1/checks/url",
                "{\"name\":\"By hand\",\"request\":{\"url\":\"https://example.org/\"}}")
            .hasStatus(201)
            .id();
    assertThat(client.get("/v1/checks/" + made).at("/scriptPath").isNull()).isTrue();

    client.post("/next-v2/projects/deploy", manifest("Front")).hasStatus(200);
    ApiReply list =
        client.get("/v1/checks?search=Front").hasStatus(200).matchesContract("listChecks");
    assertThat(list.json().get(0).path("scriptPath").asText()).isEqualTo("shop/front");
    String check = list.json().get(0).path("id").asText();
    ApiReply read = client.get("/v1/checks/" + check).matchesContract("readCheck");
    assertThat(read.at("/scriptPath").asText()).isEqualTo("shop/front");
    ApiReply updated =
        client.put("/v1/checks/url/" + check, "{\"name\":\"Front 2\",\"scriptPath\":\"x\"}");
    assertThat(updated.hasStatus(200).at("/scriptPath").asText()).isEqualTo("shop/front");
    assertThat(client.get("/v1/checks/" + check).header("etag")).isEqualTo(updated.header("etag"));
  }
}
