package dev.belfry.statuspages.publicsite;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** Pages for those with a key of the page, and {@code POST /status/{url}/access}. */
class PrivateSiteIT {
  private final SiteFixture stage = new SiteFixture(TestApp.shared(), "\"isPrivate\":true,");
  private final String keys = "/v1/status-pages/" + stage.page + "/keys";

  private JsonNode key() {
    return stage
        .owner
        .post(keys, "{\"name\":\"Press\"}")
        .hasStatus(201)
        .matchesContract("createStatusPageKey")
        .json();
  }

  @Test
  void tellsNothingToStrangers() {
    for (String part : new String[] {"", "/history", "?key=sp_wrong"}) {
      ApiReply reply = stage.read(part).hasStatus(403).matchesContract("showStatusPage");
      assertThat(reply.text()).contains("This page is private").doesNotContain("Acme", "Web shop");
      assertThat(reply.header("cache-control")).isEqualTo("no-store");
    }
    assertThat(stage.read("?key=sp_wrong").text()).contains("This key is not valid for this page.");
    stage.send("/subscribe", "type=EMAIL&address=a%40e.org").hasStatus(403);
    stage.send("/access", "key=sp_wrong").hasStatus(403).matchesContract("openStatusPage");
    stage.send("/access", "").hasStatus(403);
  }

  @Test
  void aKeyOpensItAndGoesIntoACookie() {
    String key = key().path("rawKey").asText();
    ApiReply entered = stage.eventually("?key=" + key, reply -> reply.status() == 303);
    assertThat(entered.header("location")).isEqualTo(stage.site(""));
    assertThat(entered.header("set-cookie"))
        .contains("; Path=" + stage.site("") + ";", "HttpOnly", "SameSite=Lax");
    assertThat(stage.send("/access", "key=" + key).hasStatus(303).header("set-cookie"))
        .isEqualTo(entered.header("set-cookie"));

    String cookie = entered.header("set-cookie").split(";", 2)[0];
    ApiReply page = stage.reader.with("Cookie", cookie).get(stage.site("")).hasStatus(200);
    assertThat(page.text()).contains("Acme", "Web shop", "noindex");
    assertThat(page.header("cache-control")).isEqualTo("private, no-cache");
    stage.reader.with("Cookie", cookie + "x").get(stage.site("")).hasStatus(403);
  }

  @Test
  void aWrongKeyInTheAddressLocksNoReaderOut() {
    String key = key().path("rawKey").asText();
    String cookie =
        stage
            .eventually("?key=" + key, reply -> reply.status() == 303)
            .header("set-cookie")
            .split(";", 2)[0];
    for (String wrong : new String[] {"wrong%3B%20Path%3D%2F", "a%0d%0aX-Evil:%201", ""}) {
      ApiReply reply =
          stage.reader.with("Cookie", cookie).get(stage.site("?key=" + wrong)).hasStatus(200);
      assertThat(reply.header("set-cookie")).isEmpty();
      assertThat(reply.header("x-evil")).isEmpty();
      assertThat(reply.text()).contains("Web shop");
    }
  }

  @Test
  void aDeletedKeyOpensNothing() {
    JsonNode key = key();
    stage.eventually("?key=" + key.path("rawKey").asText(), reply -> reply.status() == 303);
    stage
        .owner
        .delete(keys + "/" + key.path("id").asText())
        .hasStatus(204)
        .matchesContract("deleteStatusPageKey");
    stage.eventually("?key=" + key.path("rawKey").asText(), reply -> reply.status() == 403);
    stage.owner.delete(keys + "/" + key.path("id").asText()).isNotFound();
  }

  @Test
  void theOwnerSeesWhichKeysThereAreButNotTheKeys() {
    JsonNode key = key();
    ApiReply page =
        stage.owner.get("/v1/status-pages/" + stage.page).matchesContract("readStatusPage");
    assertThat(page.at("/keys/0/name").asText()).isEqualTo("Press");
    assertThat(page.at("/keys/0/maskedKey").asText()).isEqualTo(key.path("maskedKey").asText());
    assertThat(page.text()).doesNotContain(key.path("rawKey").asText());
    stage.owner.post(keys, "{}").isInvalid("/name");
  }

  @Test
  void aPageHasSoManyKeysAndNoMore() {
    for (int i = 0; i < 100; i++) {
      stage.owner.post(keys, "{\"name\":\"k\"}").hasStatus(201);
    }
    stage
        .owner
        .post(keys, "{\"name\":\"k\"}")
        .hasStatus(409)
        .matchesContract("createStatusPageKey");
  }
}
