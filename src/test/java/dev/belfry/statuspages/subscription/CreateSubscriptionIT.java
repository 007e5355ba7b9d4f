package dev.belfry.statuspages.subscription;

import static dev.belfry.statuspages.page.PageFixture.subscriptions;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.statuspages.page.PageFixture;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code POST /v1/status-pages/{id}/subscriptions}. */
class CreateSubscriptionIT {
  private static final String EMAIL = "{\"type\":\"EMAIL\",\"config\":\"reader@example.org\"}";

  private final PageFixture stage = new PageFixture();
  private final String page = stage.page().id();

  @Test
  void anEmailAddressWaitsForItsOwnerWhoGetsAMessage() {
    ApiReply reply =
        stage
            .client
            .post(subscriptions(page), EMAIL)
            .hasStatus(201)
            .matchesContract("createSubscription");
    assertThat(reply.at("/status").asText()).isEqualTo("PENDING");
    assertThat(reply.at("/address").asText()).isEqualTo("reader@example.org");
    assertThat(stage.told("CONFIRMATION", null)).containsExactly(reply.id());
    assertThat(lane(reply.id())).isEqualTo("mail");
  }

  @Test
  void oneThatIsVouchedForAndAWebAddressNeedNoMessage() {
    stage.subscribe(page, "EMAIL", "reader@example.org");
    ApiReply hook =
        stage
            .client
            .post(
                subscriptions(page),
                "{\"type\":\"WEBHOOK\",\"config\":\"https://hooks.invalid/a\"}")
            .hasStatus(201)
            .matchesContract("createSubscription");
    assertThat(hook.at("/status").asText()).isEqualTo("VERIFIED");
    assertThat(stage.told("CONFIRMATION", null)).isEmpty();
  }

  @Test
  void anAddressIsThereOnceWhateverItsCase() {
    ApiReply first = stage.client.post(subscriptions(page), EMAIL).hasStatus(201);
    ApiReply again =
        stage
            .client
            .post(subscriptions(page), EMAIL.replace("reader@example", "Reader@EXAMPLE"))
            .hasStatus(200)
            .matchesContract("createSubscription");
    assertThat(again.json()).isEqualTo(first.json());
    String elsewhere = stage.page().id();
    stage.client.post(subscriptions(elsewhere), EMAIL).hasStatus(201);
    String hook = "{\"type\":\"WEBHOOK\",\"config\":\"https://hooks.invalid/%s\"}";
    stage.client.post(subscriptions(page), hook.formatted("a")).hasStatus(201);
    stage.client.post(subscriptions(page), hook.formatted("A")).hasStatus(201);
    stage.client.post(subscriptions(page), hook.formatted("a")).hasStatus(200);
  }

  @Test
  void asksAgainAfterAnHourAndFiveTimesInAll() {
    String id = stage.client.post(subscriptions(page), EMAIL).hasStatus(201).id();
    stage.client.post(subscriptions(page), EMAIL).hasStatus(200);
    assertThat(stage.told("CONFIRMATION", null)).hasSize(1);
    for (int i = 0; i < 6; i++) {
      stage.run("UPDATE deliveries SET state = 'DEAD' WHERE subscription_id = ?::uuid", id);
      stage.run(
          "UPDATE status_page_subscriptions SET invited_at = invited_at - interval '1 hour'"
              + " WHERE id = ?::uuid",
          id);
      stage.client.post(subscriptions(page), EMAIL).hasStatus(200);
    }
    assertThat(stage.told("CONFIRMATION", null)).hasSize(5);
  }

  @Test
  void namesEveryOffendingField() {
    stage.client.post(subscriptions(page), "{}").isInvalid("/type", "/config");
    stage
        .client
        .post(subscriptions(page), "{\"type\":\"PIGEON\",\"config\":\"\"}")
        .isInvalid("/type", "/config");
    for (String address : new String[] {"nobody", "a@b,c@d", "a@b\\r\\nBcc: c@d", "@b.org"}) {
      stage
          .client
          .post(subscriptions(page), "{\"type\":\"EMAIL\",\"config\":\"" + address + "\"}")
          .isInvalid("/config");
    }
    stage
        .client
        .post(subscriptions(page), "{\"type\":\"WEBHOOK\",\"config\":\"ftp://e.org\"}")
        .isInvalid("/config");
  }

  @Test
  void refusesStrangers() {
    stage.strangers("POST", subscriptions(page), EMAIL).areRefused().findNothing(page);
  }

  private String lane(String subscription) {
    return stage
        .texts("SELECT lane FROM deliveries WHERE subscription_id = ?::uuid", subscription)
        .get(0);
  }
}
