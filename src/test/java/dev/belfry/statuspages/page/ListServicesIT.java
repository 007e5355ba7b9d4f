package dev.belfry.statuspages.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.statuspages.subscription.Strangers;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/status-pages/services}. */
class ListServicesIT {
  private static final String PATH = "/v1/status-pages/services";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  @Test
  void listsTheAccountsServicesOldestFirst() {
    app.as(app.newTenant()).post(PATH, "{\"name\":\"Not ours\"}").hasStatus(201);
    assertThat(client.get(PATH).hasStatus(200).text())
        .isEqualTo("{\"length\":0,\"entries\":[],\"nextId\":null}");
    create("Web");
    create("Mail");
    ApiReply reply = client.get(PATH).hasStatus(200).matchesContract("listServices");
    assertThat(reply.at("/entries").findValuesAsText("name")).containsExactly("Web", "Mail");
    assertThat(reply.at("/length").asInt()).isEqualTo(2);
    assertThat(reply.at("/nextId").isNull()).isTrue();
  }

  @Test
  void nextIdLeadsThroughAllPages() {
    for (int i = 0; i < 5; i++) {
      create("s" + i);
    }
    List<String> names = new ArrayList<>();
    ApiReply page = client.get(PATH + "?limit=2").matchesContract("listServices");
    names.addAll(page.at("/entries").findValuesAsText("name"));
    while (!page.at("/nextId").isNull()) {
      page = client.get(PATH + "?limit=2&nextId=" + page.at("/nextId").asText()).hasStatus(200);
      names.addAll(page.at("/entries").findValuesAsText("name"));
    }
    assertThat(names).containsExactly("s0", "s1", "s2", "s3", "s4");
  }

  @Test
  void namesEveryOffendingParameter() {
    client.get(PATH + "?limit=0&nextId=later").isInvalid("/limit", "/nextId");
    client.get(PATH + "?limit=101").isInvalid("/limit");
    client.get(PATH + "?limit=100").hasStatus(200);
  }

  @Test
  void refusesStrangers() {
    new Strangers(app, acme, "GET", PATH, null).areRefused();
  }

  private void create(String name) {
    client.post(PATH, "{\"name\":\"" + name + "\"}").hasStatus(201);
  }
}
