package dev.belfry.account.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belfry.account.console.ConsoleFixture.button;
import static dev.belfry.account.console.ConsoleFixture.everybody;
import static dev.belfry.account.console.ConsoleFixture.heading;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.belfry.alerting.push.Browser;
import dev.belfry.alerting.push.FakePushService;
import dev.belfry.alerting.push.FakePushService.Got;
import dev.belfry.alerting.push.PushTrust;
import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.browser.Appearance;
import dev.belfry.browser.BrowserVisit;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Push messages in the console. The browser's own push service is out of reach, so a page gives the
 * subscription of a fake one, whose messages the browser is handed as if they had come.
 */
@Timeout(300)
class ConsolePushIT {
  static final String SUBSCRIBE =
      """
      window.PushManager.prototype.subscribe = async (options) => {
        window.asked = options;
        return { toJSON: () => (%s) };
      };""";

  private final ConsoleFixture stage = new ConsoleFixture();
  private final People people = new People(stage.app);
  private final PushTrust trust = new PushTrust();
  private final FakePushService service = trust.service();
  private final SignedIn grace = people.join(stage.acme, Role.VIEWER);
  private final String origin = "http://127.0.0.1:" + stage.app.port();

  @AfterEach
  void close() {
    service.close();
    trust.close();
  }

  private Page profile(BrowserVisit visit, String script) {
    return profile(visit, grace, script);
  }

  /** Signs a person in on the page Profile of a browser that runs a script before each page. */
  static Page profile(BrowserVisit visit, SignedIn person, String script) {
    Page page = visit.open("/docs/");
    page.context().addInitScript(script);
    visit.expect("/console/session answered 401");
    page.navigate("/console/profile");
    page.getByLabel("E-mail address").fill(person.email());
    page.getByLabel("Password").fill(People.PASSWORD);
    page.getByLabel("Password").press("Enter");
    assertThat(heading(page, "Grace")).isVisible();
    return page;
  }

  private String channel() {
    return stage
        .client
        .post(
            "/v1/alert-channels",
            "{\"type\":\"MEMBER\",\"config\":{\"userId\":\"%s\"}}".formatted(grace.id()))
        .hasStatus(201)
        .id();
  }

  @Test
  void aPersonTurnsOnNotificationsAndGetsOne() {
    Browser browser = service.browser();
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = profile(visit, SUBSCRIBE.formatted(browser.body()));
      page.context().grantPermissions(List.of("notifications"));
      everybody(visit, page, "profile-devices-off");
      button(page, "Get notifications").click();
      assertThat(page.getByText("This device gets notifications.").first()).isVisible();
      assertThat(page.getByText("this one").first()).isVisible();
      assertThat(page.evaluate("() => window.asked.applicationServerKey.length")).isEqualTo(65);
      everybody(visit, page, "profile-devices-on");

      stage.client.send("POST", "/v1/alert-channels/" + channel() + "/test", null).hasStatus(202);
      Got got = service.take();
      BrowserNotifications notifications = new BrowserNotifications(page, origin);
      notifications.show(got.text(), got.json().path("tag").asText());
      assertThat(notifications.shown().get(0).toString())
          .startsWith(got.json().path("title").asText() + "|")
          .contains("|" + got.json().path("tag").asText() + "|")
          .endsWith("|Open");
      String later =
          "{\"title\":\"Shop has recovered\",\"body\":\"After 2 minutes\",\"tag\":\"%s\"}"
              .formatted(got.json().path("tag").asText());
      notifications.show(later, "recovered");
      assertThat(notifications.shown()).hasSize(1);
      notifications.show("no JSON", "There is news");

      page.reload();
      assertThat(page.getByText("This device gets notifications.").first()).isVisible();
      button(page, "Remove").click();
      page.locator("dialog[open]").locator("button.danger-full").click();
      assertThat(button(page, "Get notifications")).isVisible();
      assertThat(grace.client().get("/console/devices").json()).isEmpty();
    }
  }

  @Test
  void anotherDeviceIsListedInTheDark() {
    service.browser().register(grace);
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.DARK_NARROW)) {
      Page page = profile(visit, "");
      assertThat(button(page, "Get notifications")).isVisible();
      assertThat(button(page, "Remove")).isVisible();
      everybody(visit, page, "profile-devices");
    }
  }

  @Test
  void aBrowserThatCannotSaysWhy() {
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_NARROW)) {
      Page page =
          profile(
              visit, "Object.defineProperty(Notification, 'permission', { get: () => 'denied' });");
      assertThat(page.getByText("This browser refuses notifications")).isVisible();
      everybody(visit, page, "profile-devices-refused");
    }
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_NARROW)) {
      Page page =
          profile(visit, "Object.defineProperty(window, 'isSecureContext', { value: false });");
      assertThat(page.getByText("Notifications need a page that is opened over https")).isVisible();
    }
  }

  @Test
  void aChannelNamesAMember() {
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      SignedIn owner = people.join(stage.acme, Role.OWNER);
      visit.expect("/console/session answered 401");
      Page page = visit.open("/console/channels/new");
      page.getByLabel("E-mail address").fill(owner.email());
      page.getByLabel("Password").fill(People.PASSWORD);
      page.getByLabel("Password").press("Enter");
      page.getByLabel("Type").selectOption("MEMBER");
      everybody(visit, page, "channel-member");
      button(page, "Add channel").click();
      assertThat(page.getByText("Choose a person.").first()).isVisible();
      page.getByLabel("Person").selectOption(grace.id());
      button(page, "Add channel").click();
      assertThat(page.getByText("The channel is added.")).isVisible();
      assertThat(stage.client.get("/v1/alert-channels").at("/0/config/userId").asText())
          .isEqualTo(grace.id());
      assertThat(page.getByText("Grace").first()).isVisible();
    }
  }

  @Test
  void theWorkerAndTheManifestHaveTheirHeaders() {
    stage.client.get("/console/worker.js").hasStatus(200);
    assertThat(stage.client.get("/console/worker.js").header("content-type"))
        .isEqualTo("text/javascript; charset=utf-8");
    assertThat(stage.client.get("/console/worker.js").header("cache-control"))
        .isEqualTo("no-cache");
    assertThat(stage.client.get("/console/manifest.webmanifest").header("content-type"))
        .isEqualTo("application/manifest+json");
    assertThat(stage.client.get("/console/manifest.webmanifest").header("content-security-policy"))
        .contains("manifest-src 'self'", "worker-src 'self'");
    stage
        .client
        .get("/console/manifest.webmanifest")
        .json()
        .path("icons")
        .forEach(icon -> stage.client.get(icon.path("src").asText()).hasStatus(200));
  }
}
