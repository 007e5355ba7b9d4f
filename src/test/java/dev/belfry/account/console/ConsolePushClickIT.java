package dev.belfry.account.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belfry.account.console.ConsoleFixture.button;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Page;
import dev.belfry.alerting.push.FakePushService;
import dev.belfry.alerting.push.FakePushService.Got;
import dev.belfry.alerting.push.PushTrust;
import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.browser.Appearance;
import dev.belfry.browser.BrowserVisit;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.HeartbeatMonitors;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the buttons of a notification do, in Chromium's worker. */
@Timeout(300)
class ConsolePushClickIT {
  private static final String PUBLIC = "https://belfry.example.org";
  private static final TestApp APP =
      TestApp.start(
          Map.of(
              "BELFRY_PUBLIC_URL",
              PUBLIC,
              "BELFRY_LOCATIONS",
              "all",
              "BELFRY_ALLOW_PRIVATE_TARGETS",
              "true"));

  private final Tenant acme = APP.newTenant();
  private final ApiClient client = APP.as(acme);
  private final SignedIn grace = new People(APP).join(acme, Role.VIEWER);
  private final String origin = "http://127.0.0.1:" + APP.port();

  @AfterAll
  static void stop() {
    APP.close();
  }

  private Page profile(BrowserVisit visit, String subscription) {
    String script = ConsolePushIT.SUBSCRIBE.formatted(subscription);
    Page page = ConsolePushIT.profile(visit, grace, script);
    page.context().grantPermissions(List.of("notifications"));
    button(page, "Get notifications").click();
    assertThat(page.getByText("This device gets notifications.").first()).isVisible();
    return page;
  }

  /** The names of the service do not resolve here: the message leads to its address. */
  @Test
  void anAlertIsAcknowledged() {
    try (PushTrust trust = new PushTrust();
        FakePushService service = trust.service();
        BrowserVisit visit = BrowserVisit.to(APP, Appearance.LIGHT_WIDE)) {
      Page page = profile(visit, service.browser().body());
      String channel =
          client
              .post(
                  "/v1/alert-channels",
                  "{\"type\":\"MEMBER\",\"config\":{\"userId\":\"%s\"}}".formatted(grace.id()))
              .hasStatus(201)
              .id();
      String ping = HeartbeatMonitors.create(client, "Import", "", channel);
      client.send("POST", ping + "/fail", null).hasStatus(200);
      Got got = service.take();
      String tag = got.json().path("tag").asText();
      BrowserNotifications notifications = new BrowserNotifications(page, origin);
      notifications.show(got.text().replace(PUBLIC, origin), tag);
      assertThat(notifications.shown().toString()).endsWith("|Acknowledge|Open]");

      notifications.click(tag, "acknowledge");

      JsonNode handling = client.get("/v2/check-alerts").at("/entries/0/handling");
      assertThat(handling.path("acknowledgedBy").asText()).isEqualTo("link");
      notifications.isShown("Acknowledged|Import has failed|" + tag);
    }
  }
}
