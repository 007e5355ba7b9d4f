package dev.belfry.monitoring.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code GET /v2/checks}, {@code GET /v3/checks} and those below them and below groups. */
class CheckVersionsIT {
  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final String group =
      client
          .post("/v2/check-groups", "{\"name\":\"Shop\",\"tags\":[\"shop\"]}")
          .hasStatus(201)
          .id();
  private final String check =
      client
          .post(
              "/v1/checks/url",
              "{\"name\":\"Home\",\"groupId\":%s,\"request\":{\"url\":\"https://e.org\"}}"
                  .formatted(group))
          .hasStatus(201)
          .id();

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void answerAsTheFirstVersionDoes(int version) {
    String list = "/v" + version + "/checks";
    client.post("/v1/checks/url", "{\"name\":\"Two\",\"request\":{\"url\":\"https://e.org\"}}");
    ApiReply page =
        client
            .get(list + "?limit=1&applyGroupSettings=true")
            .hasStatus(200)
            .matchesContract("listChecksV" + version);
    assertThat(page.header("content-range")).isEqualTo("0-0/2");
    assertThat(page.header("link")).contains("<" + list + "?");
    assertThat(page.json().get(0).path("id").asText()).isEqualTo(check);
    assertThat(page.text())
        .isEqualTo(client.get("/v1/checks?limit=1&applyGroupSettings=true").text());

    String one = list + "/" + check;
    assertThat(client.get(one).hasStatus(200).matchesContract("readCheckV" + version).text())
        .isEqualTo(client.get("/v1/checks/" + check).text());
    client.get(list + "?limit=0&page=0").isInvalid("/limit", "/page");
    client.get(list + "/x").isInvalid("/id");
    Access access = new Access(app, acme);
    access.requireForReading(list);
    access.requireForReading(one);
    access.requireHidden("GET", one, null);
  }

  @Test
  void membersOfAGroupToo() {
    String members = "/v2/check-groups/" + group + "/checks";
    ApiReply list = client.get(members).hasStatus(200).matchesContract("listCheckGroupChecksV2");
    assertThat(list.text()).isEqualTo(client.get(members.replace("/v2/", "/v1/")).text());
    ApiReply one =
        client.get(members + "/" + check).hasStatus(200).matchesContract("readCheckGroupCheckV2");
    assertThat(one.text())
        .isEqualTo(client.get(members.replace("/v2/", "/v1/") + "/" + check).text());
    client.get("/v2/check-groups/987654321/checks").isNotFound();
    Access access = new Access(app, acme);
    access.requireForReading(members);
    access.requireHidden("GET", members, null);
    access.requireHidden("GET", members + "/" + check, null);
  }
}
