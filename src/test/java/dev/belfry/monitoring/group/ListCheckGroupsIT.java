package dev.belfry.monitoring.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/check-groups}. */
class ListCheckGroupsIT {
  private static final String PATH = "/v1/check-groups";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  ListCheckGroupsIT() {
    make("Shop", "[\"shop\",\"eu\"]");
    make("Blog", "[\"blog\"]");
    make("shop", "[\"eu\"]");
  }

  private void make(String name, String tags) {
    client
        .post("/v2/check-groups", "{\"name\":\"%s\",\"tags\":%s}".formatted(name, tags))
        .hasStatus(201);
  }

  private List<String> names(String query) {
    ApiReply reply = client.get(PATH + query).hasStatus(200).matchesContract("listCheckGroups");
    List<String> names = new ArrayList<>();
    reply.json().forEach(group -> names.add(group.get("name").asText()));
    return names;
  }

  @Test
  void answersAllGroupsInTheOrderOfTheirCreation() {
    assertThat(names("")).containsExactly("Shop", "Blog", "shop");
    ApiReply reply = client.get(PATH);
    assertThat(reply.header("content-range")).isEqualTo("0-2/3");
    assertThat(reply.at("/0")).isEqualTo(client.get(PATH + "/" + reply.at("/0/id")).json());
  }

  @Test
  void findsExactNamesAndAnyOfSeveralTags() {
    assertThat(names("?name=Shop")).containsExactly("Shop");
    assertThat(names("?name=Shop&name=Blog")).containsExactly("Shop", "Blog");
    assertThat(names("?name=Sho")).isEmpty();
    assertThat(names("?tag=eu")).containsExactly("Shop", "shop");
    assertThat(names("?tag%5B%5D=blog&tag%5B%5D=shop")).containsExactly("Shop", "Blog");
    assertThat(names("?tag=eu&name=shop")).containsExactly("shop");
  }

  @Test
  void countsWithTheFilterAndLinksToTheOtherPages() {
    ApiReply second = client.get(PATH + "?tag=eu&limit=1&page=2").hasStatus(200);
    assertThat(second.header("content-range")).isEqualTo("1-1/2");
    assertThat(second.header("link")).contains("tag=eu&limit=1&page=1>; rel=\"prev\"");
    assertThat(client.get(PATH + "?limit=2").header("link")).contains("page=2>; rel=\"next\"");
    assertThat(client.get(PATH + "?page=9").header("content-range")).isEqualTo("*/3");
  }

  @Test
  void showsNoGroupOfAnotherAccount() {
    assertThat(app.as(app.newTenant()).get(PATH + "?name=Shop").json()).isEmpty();
  }

  @Test
  void namesEveryOffendingParameter() {
    client.get(PATH + "?limit=0&page=x").isInvalid("/limit", "/page");
  }

  @Test
  void isForKeysOfTheAccountOnly() {
    new Access(app, acme).requireForReading(PATH);
  }
}
