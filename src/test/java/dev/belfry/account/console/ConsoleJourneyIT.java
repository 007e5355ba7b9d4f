package dev.belfry.account.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belfry.account.console.ConsoleFixture.button;
import static dev.belfry.account.console.ConsoleFixture.everybody;
import static dev.belfry.account.console.ConsoleFixture.heading;
import static dev.belfry.account.console.ConsoleFixture.link;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.belfry.browser.Appearance;
import dev.belfry.browser.BrowserVisit;
import dev.belfry.browser.DayAndNight;
import dev.belfry.testing.ApiClient;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What people come to the console for. */
@Timeout(300)
class ConsoleJourneyIT {
  private final ConsoleFixture stage = new ConsoleFixture();

  @DayAndNight
  void findsWhatIsDownAndWhyAndSendsTheAlertAgain(Appearance appearance) {
    stage.channel();
    stage.failingMonitor();
    try (BrowserVisit visit = BrowserVisit.to(stage.app, appearance)) {
      Page page = stage.signIn(visit, "/console", stage.acme.key());
      assertThat(page.getByText("1 of 1 failing")).isVisible();
      everybody(visit, page, "overview");
      link(page, "Checkout").click();
      assertThat(heading(page, "Checkout")).isFocused();
      assertThat(page.getByRole(AriaRole.STATUS).getByText("Failing")).isVisible();
      assertThat(page.locator(".standing")).containsText("refused");
      page.locator(".runs summary").first().click();
      assertThat(page.locator(".attempt").first()).containsText("GET http://127.0.0.1:9/");
      everybody(visit, page, "monitor");

      page.navigate("/console/alerts");
      link(page, "Checkout").click();
      assertThat(heading(page, "Failure: Checkout")).isVisible();
      assertThat(page.getByText("Every receiver had acknowledged")).isVisible();
      everybody(visit, page, "alert");
      int before = stage.received();
      button(page, "Send again").click();
      assertThat(page.getByText("The message is being resent.").first()).isVisible();
      assertThat(page.locator(".messages")).containsText("Attempts2");
      stage.until("/v2/check-alerts", reply -> stage.received() > before);
      attends(page);
      everybody(visit, page, "alert-acknowledged");
    }
  }

  /** The problem goes on; each colour scheme takes it over and gives it back. */
  private static void attends(Page page) {
    page.getByLabel("Note").fill("The cable is ordered");
    button(page, "Acknowledge").click();
    assertThat(page.locator(".trace q").first()).containsText("The cable is ordered");
    page.getByLabel("Assign to").fill("Ada");
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Assign").setExact(true))
        .click();
    assertThat(page.getByText("assigned it to Ada").first()).isVisible();
    page.getByLabel("Snooze for").selectOption("4 hours");
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Snooze").setExact(true))
        .click();
    assertThat(page.getByText("Snoozed until")).isVisible();
    button(page, "End the snooze").click();
    assertThat(page.getByText("Snoozed until")).isHidden();
    button(page, "Take back").click();
    assertThat(button(page, "Acknowledge")).isVisible();
  }

  @DayAndNight
  void showsWhatTheRunOfAnAlertFoundAtEveryLocation(Appearance appearance) throws SQLException {
    String alert = stage.alertOfTwoLocations();
    try (BrowserVisit visit = BrowserVisit.to(stage.app, appearance)) {
      Page page = stage.signIn(visit, "/console/alerts/" + alert, stage.acme.key());
      assertThat(page.getByText("Failed at 1 of 2 locations when the alert was raised"))
          .isVisible();
      Locator rows = page.locator("tbody tr");
      assertThat(rows.nth(0)).containsText("Failed");
      assertThat(rows.nth(0)).containsText("The connection was refused");
      assertThat(rows.nth(1)).containsText("No result yet");
      everybody(visit, page, "alert-locations");
    }
  }

  @DayAndNight
  void opensUpdatesAndResolvesAnIncident(Appearance appearance) {
    try (BrowserVisit visit = BrowserVisit.to(stage.app, appearance)) {
      Page page = stage.signIn(visit, "/console/incidents/new", stage.acme.key());
      page.getByLabel("Headline").fill("Checkout fails");
      page.getByLabel("Another service").fill("Shop");
      button(page, "Add the service").click();
      assertThat(page.getByLabel("Shop")).isChecked();
      page.getByLabel("Message to readers").fill("We are looking into it");
      assertThat(page.locator(".audience"))
          .containsText("no subscribers on pages that show these services");
      everybody(visit, page, "new-incident");
      button(page, "Open the incident").click();

      assertThat(heading(page, "Checkout fails")).isVisible();
      assertThat(page.locator(".audience"))
          .containsText("no subscribers on pages that show these services");
      page.getByLabel("State").selectOption("IDENTIFIED");
      page.getByLabel("Message to readers").fill("A cable is loose");
      button(page, "Post the update").click();
      assertThat(page.locator(".updates")).containsText("A cable is loose");
      assertThat(page.locator(".updates")).containsText("no subscribers to notify");
      everybody(visit, page, "incident");
      button(page, "Resolve").click();
      assertThat(page.getByLabel("Message to readers")).isFocused();
      button(page, "Post and resolve").click();
      assertThat(page.locator(".head")).containsText("Resolved");
    }
    assertThat(
            stage
                .client
                .get("/v1/status-pages/incidents")
                .at("/entries/0/lastUpdateStatus")
                .asText())
        .isEqualTo("RESOLVED");
  }

  @DayAndNight
  void makesAndRevokesAKey(Appearance appearance) {
    try (BrowserVisit visit = BrowserVisit.to(stage.app, appearance)) {
      Page page = stage.signIn(visit, "/console/keys", stage.acme.key());
      page.getByLabel("Name").fill("Deploys");
      button(page, "Create key").click();
      assertThat(heading(page, "Key Deploys created")).isFocused();
      String token = page.locator(".made pre").innerText().strip();
      assertThat(stage.app.client().withKey(token).get("/v1/checks").status()).isEqualTo(200);
      everybody(visit, page, "keys");
      button(page, "Done").click();
      page.locator("tr", new Page.LocatorOptions().setHasText("Deploys"))
          .getByText("Revoke")
          .first()
          .click();
      page.locator("dialog[open]").getByText("Revoke").last().click();
      assertThat(page.locator("tr", new Page.LocatorOptions().setHasText("Deploys")))
          .containsText("Revoked");
      assertThat(stage.app.client().withKey(token).get("/v1/checks").status()).isIn(200, 401);
    }
  }

  @DayAndNight
  void everyViewIsForEverybody(Appearance appearance) {
    String channel = stage.channel();
    String check = stage.failingMonitor();
    stage.client.post("/v2/check-groups", "{\"name\":\"Shop\"}").hasStatus(201);
    try (BrowserVisit visit = BrowserVisit.to(stage.app, appearance)) {
      visit.expect("/console/session answered 401");
      Page page = visit.open("/console");
      everybody(visit, page, "sign-in");
      page.getByLabel("API key").fill(stage.acme.readKey());
      page.getByLabel("API key").press("Enter");
      assertThat(page.getByText("read only")).isVisible();
      for (String path :
          new String[] {
            "",
            "/monitors",
            "/monitors/" + check,
            "/alerts",
            "/incidents",
            "/groups",
            "/channels",
            "/keys",
            "/audit",
            "/deleted",
            "/nowhere"
          }) {
        page.navigate("/console" + path);
        assertThat(page.locator("main h1")).isVisible();
        assertThat(page.locator("main [aria-busy=true]")).hasCount(0);
        everybody(visit, page, "read-only" + path.replace('/', '-').replace(check, "one"));
      }
      assertThat(channel).isNotEmpty();
    }
  }

  @Test
  void namesMistakesInPlaceKeepsADraftAndTestsAMonitor() {
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console", stage.acme.key());
      link(page, "Fill in a form").click();
      button(page, "Create monitor").click();
      assertThat(page.getByText("Please fix 2 fields")).isVisible();
      assertThat(page.getByText("Enter a name.")).isVisible();
      assertThat(page.getByLabel("Name")).isFocused();
      page.getByLabel("Name").fill("Front page");
      assertThat(page.getByText("Please fix 1 field")).isVisible();
      everybody(visit, page, "monitor-mistakes");

      link(page, "Channels").first().click();
      assertThat(page.getByText("Leave without saving?")).isVisible();
      button(page, "Stay").click();
      page.goBack();
      assertThat(heading(page, "The first three steps")).isVisible();
      page.goForward();
      assertThat(page.getByText("Your unsaved changes are back.")).isVisible();
      assertThat(page.getByLabel("Name")).hasValue("Front page");

      page.getByLabel("Address").fill("http://127.0.0.1:9/");
      button(page, "Test now").click();
      assertThat(page.locator(".test-result")).containsText("refused");
      everybody(visit, page, "monitor-test");
      link(page, "Cancel").click();
      button(page, "Leave").click();
      assertThat(heading(page, "Monitors")).isVisible();
    }
  }

  @Test
  void tellsAStrangerHowToBegin() {
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.DARK_NARROW)) {
      Page page = stage.signIn(visit, "/console", stage.acme.key());
      assertThat(heading(page, "The first three steps")).isVisible();
      link(page, "Fill in a form").click();
      page.getByLabel("Name").fill("Front page");
      page.getByLabel("Address").fill("http://127.0.0.1:9/");
      everybody(visit, page, "new-monitor");
      button(page, "Create monitor").click();
      assertThat(heading(page, "Front page")).isVisible();
      page.navigate("/console/channels");
      link(page, "Add a channel").click();
      page.getByLabel("Type").selectOption("WEBHOOK");
      page.getByLabel("Name").fill("Mine");
      page.getByLabel("Address").fill("http://127.0.0.1:9/");
      everybody(visit, page, "new-channel");
      button(page, "Add channel").click();
      button(page, "Send a test").click();
      assertThat(page.getByText("Failing").first()).isVisible();
      everybody(visit, page, "channels");
    }
  }

  @Test
  void canBeUsedWithoutAMouse() {
    stage.channel();
    stage.failingMonitor();
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      visit.expect("/console/session answered 401");
      Page page = visit.open("/console");
      assertThat(page.getByLabel("E-mail address")).isFocused();
      visit.tabTo(page.getByLabel("API key"));
      page.keyboard().type(stage.acme.key());
      page.keyboard().press("Enter");
      assertThat(page.getByText("1 of 1 failing")).isVisible();
      visit.tabTo(link(page, "Checkout"));
      page.keyboard().press("Enter");
      assertThat(heading(page, "Checkout")).isFocused();
      visit.tabTo(button(page, "Mute"));
      page.keyboard().press("Space");
      assertThat(button(page, "Unmute")).isVisible();
    }
  }

  /** Sessions end with their keys; whoever signs in again is where he was. */
  @Test
  void leadsToSignInAndBack() {
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console/groups", stage.acme.readKey());
      assertThat(heading(page, "Groups")).isVisible();
      visit.expect("answered 401");
      ApiClient reader = stage.app.client().withKey(stage.acme.readKey());
      String id = reader.get("/console/session").at("/keyId").asText();
      stage.client.delete("/v1/api-keys/" + id).hasStatus(204);
      page.getByLabel("API key").fill(stage.acme.key());
      page.getByLabel("API key").press("Enter");
      assertThat(heading(page, "Groups")).isVisible();
    }
  }

  @Test
  void followsWhatHappensElsewhere() {
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console/monitors", stage.acme.key());
      assertThat(page.getByText("Live")).isVisible();
      stage
          .client
          .post(
              "/v1/checks/url",
              "{\"name\":\"New here\",\"activated\":false,\"request\":{\"url\":\"https://e.org\"}}")
          .hasStatus(201);
      assertThat(link(page, "New here")).isVisible();
      page.getByLabel("Search").fill("nothing like it");
      assertThat(page.getByText("Nothing matches.")).isVisible();
      page.getByLabel("Search").fill("E.ORG");
      assertThat(link(page, "New here")).isVisible();
    }
  }
}
