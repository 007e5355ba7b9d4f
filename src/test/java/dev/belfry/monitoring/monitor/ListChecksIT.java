package dev.belfry.monitoring.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/checks}. */
class ListChecksIT {
  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  @BeforeEach
  void createEleven() {
    for (int i = 0; i < 11; i++) {
      client
          .post(
              "/v1/checks/url",
              """
              {"name":"Check %d","tags":["all","n%d"],"request":{"url":"https://e.org"}}"""
                  .formatted(i, i % 2))
          .hasStatus(201);
    }
  }

  @Test
  void pagesOldestFirstWithRangeAndLinks() {
    ApiReply first = client.get("/v1/checks").hasStatus(200).matchesContract("listChecks");
    assertThat(names(first)).hasSize(10).startsWith("Check 0", "Check 1");
    assertThat(first.header("content-range")).isEqualTo("0-9/11");
    assertThat(first.header("link"))
        .contains("</v1/checks?page=2>; rel=\"next\"", "</v1/checks?page=2>; rel=\"last\"");
    ApiReply last = client.get("/v1/checks?limit=4&page=3");
    assertThat(names(last)).containsExactly("Check 8", "Check 9", "Check 10");
    assertThat(last.header("content-range")).isEqualTo("8-10/11");
    assertThat(last.header("link"))
        .contains("</v1/checks?limit=4&page=2>; rel=\"prev\"")
        .doesNotContain("next");
    ApiReply beyond = client.get("/v1/checks?page=9").hasStatus(200);
    assertThat(beyond.text()).isEqualTo("[]");
    assertThat(beyond.header("content-range")).isEqualTo("*/11");
  }

  @Test
  void filtersByTagTypeAndName() {
    assertThat(names(client.get("/v1/checks?tag=n1"))).hasSize(5);
    assertThat(client.get("/v1/checks?tag=n1").header("content-range")).isEqualTo("0-4/5");
    assertThat(names(client.get("/v1/checks?tag=n1&tag=n0&limit=100"))).hasSize(11);
    assertThat(names(client.get("/v1/checks?tag%5B%5D=n1&tag%5B%5D=none"))).hasSize(5);
    assertThat(names(client.get("/v1/checks?search=cHeCk%201")))
        .containsExactly("Check 1", "Check 10");
    assertThat(names(client.get("/v1/checks?search=%25"))).isEmpty();
    assertThat(names(client.get("/v1/checks?checkType=URL&limit=100"))).hasSize(11);
    assertThat(names(client.get("/v1/checks?checkType=API"))).isEmpty();
  }

  @Test
  void filtersByServiceAndPrivateLocation() {
    String service =
        client.post("/v1/status-pages/services", "{\"name\":\"Shop\"}").hasStatus(201).id();
    client
        .post("/v1/private-locations", "{\"name\":\"Cellar\",\"slugName\":\"cellar\"}")
        .hasStatus(201);
    client
        .post(
            "/v1/checks/url",
            """
            {"name":"Both","privateLocations":["cellar"],"request":{"url":"https://e.org"},
             "triggerIncident":{"serviceId":"%s","severity":"MAJOR","name":"Down",
              "description":"","notifySubscribers":false}}"""
                .formatted(service))
        .hasStatus(201);
    assertThat(names(client.get("/v1/checks?serviceId=" + service))).containsExactly("Both");
    assertThat(names(client.get("/v1/checks?privateLocation=cellar"))).containsExactly("Both");
    assertThat(client.get("/v1/checks?serviceId=" + UUID.randomUUID()).text()).isEqualTo("[]");
    assertThat(client.get("/v1/checks?privateLocation=attic").text()).isEqualTo("[]");
    client.get("/v1/checks?serviceId=shop").hasStatus(400);
  }

  @Test
  void showsTheSettingsInForceWhenAsked() {
    String group =
        client
            .post(
                "/v2/check-groups",
                "{\"name\":\"G\",\"muted\":true,\"tags\":[\"g\"],\"locations\":[\"eu-west-2\"]}")
            .hasStatus(201)
            .id();
    String check = client.get("/v1/checks?limit=1").at("/0/id").asText();
    client.put("/v1/checks/url/" + check, "{\"groupId\":" + group + "}").hasStatus(200);
    ApiReply own = client.get("/v1/checks?limit=1");
    assertThat(own.at("/0/muted").asBoolean()).isFalse();
    ApiReply effective = client.get("/v1/checks?limit=1&applyGroupSettings=true");
    assertThat(effective.at("/0/muted").asBoolean()).isTrue();
    assertThat(effective.at("/0/locations/0").asText()).isEqualTo("eu-west-2");
    assertThat(effective.at("/0/tags").toString()).isEqualTo("[\"all\",\"n0\",\"g\"]");
    ApiReply members = client.get("/v1/check-groups/" + group + "/checks").hasStatus(200);
    assertThat(members.matchesContract("listCheckGroupChecks").json().get(0))
        .isEqualTo(effective.json().get(0));
    assertThat(
            client
                .get("/v1/check-groups/" + group + "/checks/" + check)
                .matchesContract("readCheckGroupCheck")
                .json())
        .isEqualTo(effective.json().get(0));
    client
        .get(
            "/v1/check-groups/"
                + group
                + "/checks/"
                + client.get("/v1/checks?limit=1&page=2").at("/0/id").asText())
        .isNotFound();
  }

  @Test
  void refusesBadParameters() {
    client
        .get("/v1/checks?limit=0&page=0&applyGroupSettings=1")
        .isInvalid("/limit", "/page", "/applyGroupSettings");
    app.client().get("/v1/checks").isUnauthorized();
  }

  private static List<String> names(ApiReply reply) {
    List<String> names = new ArrayList<>();
    reply.hasStatus(200).json().forEach(check -> names.add(check.get("name").asText()));
    return names;
  }
}
