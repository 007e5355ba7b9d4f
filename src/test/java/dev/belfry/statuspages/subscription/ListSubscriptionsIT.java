package dev.belfry.statuspages.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.statuspages.page.PageFixture;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/status-pages/{id}/subscriptions}. */
class ListSubscriptionsIT {
  private final PageFixture stage = new PageFixture();
  private final String page = stage.page().id();
  private final String path = PageFixture.subscriptions(page);

  @Test
  void listsThoseOfThePageOldestFirst() {
    stage.subscribe(stage.page().id(), "EMAIL", "elsewhere@example.org");
    assertThat(stage.client.get(path).hasStatus(200).text()).isEqualTo("[]");
    stage.subscribe(page, "EMAIL", "a@example.org");
    stage.invite(page, "b@example.org").hasStatus(201);
    stage.subscribe(page, "WEBHOOK", "https://hooks.invalid/c");
    ApiReply all = stage.client.get(path).hasStatus(200).matchesContract("listSubscriptions");
    assertThat(all.json().findValuesAsText("address"))
        .containsExactly("a@example.org", "b@example.org", "https://hooks.invalid/c");
    assertThat(all.json().findValuesAsText("status"))
        .containsExactly("VERIFIED", "PENDING", "VERIFIED");
    ApiReply part = stage.client.get(path + "?limit=2&page=2").hasStatus(200);
    assertThat(part.json().findValuesAsText("address")).containsExactly("https://hooks.invalid/c");
    assertThat(part.header("content-range")).isEqualTo("2-2/3");
  }

  @Test
  void namesEveryOffendingParameter() {
    stage.client.get(path + "?limit=1001&page=-1").isInvalid("/limit", "/page");
  }

  @Test
  void refusesStrangers() {
    stage.strangers("GET", path, null).areRefused().findNothing(page);
  }
}
