package dev.belfry.statuspages.publicsite;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiReply;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code POST /status/{url}/subscribe}. */
class SubscribeToStatusPageIT {
  private static final String OPERATION = "subscribeToStatusPage";
  private final SiteFixture stage = new SiteFixture();

  @Test
  void anEmailAddressHasToConfirm() {
    ApiReply reply = stage.send("/subscribe", "type=EMAIL&address=reader%40example.org");
    assertThat(reply.hasStatus(200).matchesContract(OPERATION).text())
        .contains("Check your inbox", "reader@example.org");
    JsonNode subscription = subscriptions().get(0);
    assertThat(subscription.path("address").asText()).isEqualTo("reader@example.org");
    assertThat(subscription.path("status").asText()).isEqualTo("PENDING");

    String again = stage.send("/subscribe", "type=EMAIL&address=Reader%40example.org").text();
    assertThat(again).contains("Check your inbox");
    assertThat(subscriptions()).hasSize(1);
  }

  @Test
  void aWebAddressIsToldAtOnce() {
    stage
        .send("/subscribe", "type=WEBHOOK&address=https%3A%2F%2Fexample.org%2Fhook")
        .hasStatus(200);
    assertThat(subscriptions().get(0).path("type").asText()).isEqualTo("WEBHOOK");
    assertThat(subscriptions().get(0).path("status").asText()).isEqualTo("VERIFIED");
  }

  @Test
  void saysWhatIsWrongWithAnAddress() {
    assertThat(bad("type=EMAIL&address=%3Cscript%3E"))
        .contains("Not a valid e-mail address: &lt;script&gt;");
    assertThat(bad("type=WEBHOOK&address=ftp%3A%2F%2Fe.org"))
        .contains("Not a valid web address: ftp://e.org");
    assertThat(bad("type=SMS&address=1")).contains("The form is incomplete");
    assertThat(bad("")).contains("The form is incomplete");
    assertThat(bad("type=EMAIL&address=" + "x".repeat(2049))).contains("/address");
    assertThat(subscriptions()).isEmpty();
  }

  private String bad(String form) {
    return stage.send("/subscribe", form).hasStatus(400).matchesContract(OPERATION).text();
  }

  @Test
  void takesFormsOnly() {
    assertThat(stage.reader.post(stage.site("/subscribe"), "{}").status()).isEqualTo(415);
    assertThat(
            stage
                .reader
                .with("Content-Type", "application/x-www-form-urlencoded")
                .post("/status/no-such-page/subscribe", "type=EMAIL&address=a%40e.org")
                .status())
        .isEqualTo(404);
  }

  @Test
  void isLimitedForEachAddress() {
    try (TestApp strict = TestApp.start(Map.of("BELFRY_RATE_LIMIT_ROUTES", OPERATION + "=2/60"))) {
      SiteFixture limited = new SiteFixture(strict, "");
      for (int i = 0; i < 2; i++) {
        limited.send("/subscribe", "type=EMAIL&address=a%40e.org").hasStatus(200);
      }
      limited
          .send("/subscribe", "type=EMAIL&address=a%40e.org")
          .hasStatus(429)
          .matchesContract(OPERATION);
    }
  }

  private JsonNode subscriptions() {
    return stage.owner.get("/v1/status-pages/" + stage.page + "/subscriptions").json();
  }
}
