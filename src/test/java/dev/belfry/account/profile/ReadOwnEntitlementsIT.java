package dev.belfry.account.profile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/accounts/me/entitlements}. */
class ReadOwnEntitlementsIT {
  private static final String PATH = "/v1/accounts/me/entitlements";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  @Test
  void tellsWhatThereIsAndWhatThereIsNot() {
    ApiReply reply = client.get(PATH).hasStatus(200).matchesContract("readOwnEntitlements");
    assertThat(reply.at("/plan").asText()).isEqualTo("SELF_HOSTED");
    assertThat(reply.at("/locations/all")).hasSize(22);
    assertThat(enabled(reply, "URL_MONITORS")).isTrue();
    assertThat(enabled(reply, "BROWSER_CHECKS")).isFalse();
    assertThat(enabled(reply, "ICMP_MONITORS")).isTrue();
  }

  private static boolean enabled(ApiReply reply, String key) {
    for (JsonNode entry : reply.at("/entitlements")) {
      if (entry.path("key").asText().equals(key)) {
        return entry.path("enabled").asBoolean();
      }
    }
    throw new AssertionError(key + " is missing");
  }

  @Test
  void isForKeysOfTheAccountOnly() {
    new Access(app, acme).requireForReading(PATH);
  }
}
