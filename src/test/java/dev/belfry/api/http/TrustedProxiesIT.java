package dev.belfry.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.LogCapture;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who needs no key is told apart by address, behind a proxy that is trusted as well. */
class TrustedProxiesIT {
  private static final String BADGE = "/v1/badges/checks/01a1f953-59ce-7d6b-8cf0-652427c723ad";

  private static TestApp start(String proxies) {
    return TestApp.startOn(
        TestApp.shared().database().address(),
        Map.of(
            "BELFRY_RATE_LIMIT_ROUTES", "drawCheckBadge=2/60", "BELFRY_TRUSTED_PROXIES", proxies));
  }

  private static void remains(ApiClient client, String left) {
    assertThat(client.get(BADGE).isNotFound().header("X-RateLimit-Remaining")).isEqualTo(left);
  }

  @Test
  void givesEachStrangerBehindATrustedProxyAWindow() {
    try (TestApp app = start("127.0.0.1")) {
      ApiClient one = app.client().with("X-Forwarded-For", "203.0.113.1");
      ApiClient other = app.client().with("Forwarded", "for=\"[2001:db8::1]:4711\"");
      remains(one, "1");
      remains(other, "1");
      remains(one, "0");
      one.get(BADGE).hasStatus(429);
      remains(other, "0");
      // What the stranger says itself stands before what the proxy says.
      ApiReply forged =
          app.client().with("X-Forwarded-For", "198.51.100.7, 203.0.113.1").get(BADGE);
      forged.hasStatus(429);
      remains(app.client().with("X-Forwarded-For", "not an address"), "1");
      remains(app.client().with("Forwarded", "for=\"unending"), "0");
    }
  }

  @Test
  void letsNobodyElseChooseAWindow() {
    try (TestApp app = start("192.0.2.1")) {
      remains(app.client().with("X-Forwarded-For", "203.0.113.1"), "1");
      remains(app.client().with("Forwarded", "for=203.0.113.2"), "0");
      app.client().with("X-Forwarded-For", "203.0.113.3").get(BADGE).hasStatus(429);
      app.client().get(BADGE).hasStatus(429);
    }
  }

  @Test
  void logsTheClientsAddress() {
    try (LogCapture log = new LogCapture("belfry.access")) {
      try (TestApp app = start("127.0.0.1")) {
        app.client().with("X-Forwarded-For", "203.0.113.77").get(BADGE).isNotFound();
      }
      assertThat(log.messages())
          .anySatisfy(lines -> assertThat(lines).contains("\"client\":\"203.0.113.77\""));
    }
  }
}
