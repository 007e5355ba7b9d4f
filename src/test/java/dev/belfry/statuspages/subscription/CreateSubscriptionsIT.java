package dev.belfry.statuspages.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.statuspages.page.PageFixture;
import dev.belfry.testing.ApiReply;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** {@code POST /v1/status-pages/{id}/subscriptions/bulk}. */
class CreateSubscriptionsIT {
  private final PageFixture stage = new PageFixture();
  private final String page = stage.page().id();
  private final String path = PageFixture.subscriptions(page) + "/bulk";

  @Test
  void subscribesThoseThatAreNotThereYet() {
    stage.subscribe(page, "EMAIL", "known@example.org");
    ApiReply reply =
        stage
            .client
            .post(
                path,
                """
                {"subscriptions":[
                  {"type":"EMAIL","config":"New@example.org"},
                  {"type":"EMAIL","config":"Known@example.org"},
                  {"type":"EMAIL","config":"new@example.org"},
                  {"type":"WEBHOOK","config":"https://hooks.invalid/"}]}""")
            .hasStatus(201)
            .matchesContract("createSubscriptions");
    assertThat(reply.text()).isEqualTo("{\"created\":2,\"skipped\":2,\"status\":\"PENDING\"}");
    assertThat(stage.client.get(PageFixture.subscriptions(page)).json()).hasSize(3);
    assertThat(stage.told("CONFIRMATION", null)).hasSize(1);
  }

  @Test
  void thoseThatAreVouchedForNeedNoMessage() {
    String body =
        "{\"subscriptions\":[{\"type\":\"EMAIL\",\"config\":\"a@b.org\"}],\"autoVerify\":true}";
    assertThat(stage.client.post(path, body).text())
        .isEqualTo("{\"created\":1,\"skipped\":0,\"status\":\"VERIFIED\"}");
    assertThat(stage.client.post(path, body).text())
        .isEqualTo("{\"created\":0,\"skipped\":1,\"status\":\"VERIFIED\"}");
    assertThat(stage.told("CONFIRMATION", null)).isEmpty();
  }

  @Test
  void subscribesAllOrNone() {
    stage
        .client
        .post(
            path,
            """
            {"subscriptions":[{"type":"EMAIL","config":"a@b.org"},
             {"type":"EMAIL","config":"b"},{"type":"WEBHOOK","config":"c"}]}""")
        .isInvalid("/subscriptions/1/config", "/subscriptions/2/config");
    assertThat(stage.client.get(PageFixture.subscriptions(page)).json()).isEmpty();
  }

  @Test
  void boundsTheNumber() {
    stage.client.post(path, "{\"subscriptions\":[]}").isInvalid("/subscriptions");
    stage.client.post(path, many(101)).isInvalid("/subscriptions");
    stage.client.post(path, many(100)).hasStatus(201);
  }

  @Test
  void refusesStrangers() {
    stage.strangers("POST", path, many(1)).areRefused().findNothing(page);
  }

  private static String many(int count) {
    return "{\"subscriptions\":["
        + String.join(
            ",", Collections.nCopies(count, "{\"type\":\"EMAIL\",\"config\":\"a@b.org\"}"))
        + "]}";
  }
}
