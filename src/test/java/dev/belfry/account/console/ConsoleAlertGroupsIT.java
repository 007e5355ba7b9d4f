package dev.belfry.account.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belfry.account.console.ConsoleFixture.button;
import static dev.belfry.account.console.ConsoleFixture.everybody;
import static dev.belfry.account.console.ConsoleFixture.heading;
import static dev.belfry.account.console.ConsoleFixture.link;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.browser.Appearance;
import dev.belfry.browser.BrowserVisit;
import dev.belfry.testing.HeartbeatMonitors;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Groups of alerts in the console: none, then one that a person attends to until it is over. */
@Timeout(300)
class ConsoleAlertGroupsIT {
  private static final String NAME = "<img src=x onerror=alert(1)>";

  private final ConsoleFixture stage = new ConsoleFixture();

  private String heartbeat(String name, String channel) {
    String tags = "\"tags\":[\"team:<b>web</b>\"],";
    return HeartbeatMonitors.create(stage.client, name, tags, channel);
  }

  private List<String> failing(String channel) {
    List<String> pings = new ArrayList<>();
    for (String name : List.of(NAME, "Import")) {
      String ping = heartbeat(name, channel);
      stage.client.send("POST", ping + "/fail", null).hasStatus(200);
      pings.add(ping);
    }
    return pings;
  }

  @Test
  void aGroupIsFoundAttendedToAndLeft() {
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.DARK_NARROW)) {
      Page page = stage.signIn(visit, "/console/alerts", stage.acme.key());
      assertThat(page.getByText("No alerts.")).isVisible();
      assertThat(page.locator("main").getByText("group")).hasCount(0);
      page.navigate("/console/alerts/groups");
      assertThat(heading(page, "No groups of alerts")).isVisible();

      String channel = stage.channel();
      stage
          .client
          .put(
              "/v1/alert-channels/" + channel,
              "{\"grouping\":{\"by\":[\"TAG:team\"],\"waitSeconds\":1,\"intervalSeconds\":10}}")
          .hasStatus(200);
      List<String> pings = failing(channel);
      stage.until(
          "/v1/alert-groups?open=true", reply -> reply.at("/entries/0/lastMessageAt").isTextual());
      page.navigate("/console/alerts");
      assertThat(heading(page, "Open groups")).isVisible();
      everybody(visit, page, "alerts-with-groups");
      link(page, "Tag team <b>web</b>").press("Enter");
      assertThat(heading(page, "Tag team <b>web</b>")).isFocused();
      assertThat(page.locator(".head")).containsText("2 failing");
      assertThat(link(page, NAME)).isVisible();
      attends(page);
      everybody(visit, page, "alert-group");

      link(page, NAME).click();
      assertThat(heading(page, "Failure: " + NAME)).isVisible();
      assertThat(page.locator("[aria-labelledby=handling]")).containsText("Router");
      link(page, "View group").click();
      assertThat(heading(page, "Tag team <b>web</b>")).isVisible();
      stage.client.send("POST", pings.get(0), null).hasStatus(200);
      assertThat(page.locator(".head")).containsText("1 failing, 1 recovered");
      stage.client.send("POST", pings.get(1), null).hasStatus(200);
      assertThat(page.locator("form.handling")).hasCount(0);
      assertThat(page.locator("[aria-labelledby=handling]")).containsText("Open0 alerts");
      link(page, "Groups of alerts").click();
      assertThat(page.getByRole(AriaRole.TABLE)).isVisible();
      everybody(visit, page, "alert-groups");
    }
  }

  @Test
  void aMemberTakesAnAlert() {
    People people = new People(stage.app);
    SignedIn grace = people.join(stage.acme, Role.RESPONDER);
    String other = people.join(stage.acme, Role.VIEWER).email();
    stage.client.send("POST", heartbeat("Import", stage.channel()) + "/fail", null).hasStatus(200);
    stage.client.post("/v1/teams", "{\"name\":\"Night\"}").hasStatus(201);
    String alerts = "/v2/check-alerts";
    stage.until(alerts, reply -> reply.at("/entries/0/id").isTextual());
    String alert = stage.client.get(alerts).at("/entries/0/id").asText();
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      visit.expect("/console/session answered 401");
      Page page = visit.open("/console/alerts/" + alert);
      page.getByLabel("E-mail address").fill(grace.email());
      page.getByLabel("Password").fill(People.PASSWORD);
      page.getByLabel("Password").press("Enter");
      button(page, "Assign to me").click();
      assertThat(page.locator("[aria-labelledby=handling] .facts")).containsText("Grace");
      assertThat(page.getByText("Grace assigned it to Grace")).isVisible();
      page.getByLabel("Assign to").focus();
      assertThat(page.locator("datalist option[value='" + other + "']")).hasCount(1);
      assertThat(page.locator("datalist option[value='Night']")).hasText("Team");
      page.getByLabel("Assign to").fill("night");
      page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Assign").setExact(true))
          .click();
      assertThat(page.getByText("Grace assigned it to Night")).isVisible();
      everybody(visit, page, "alert-of-a-member");
    }
  }

  private static void attends(Page page) {
    button(page, "Add note").click();
    assertThat(page.locator("#act-note-error")).hasText("Enter a note.");
    assertThat(page.getByLabel("Note")).isFocused();
    page.getByLabel("Note").fill("Router");
    button(page, "Acknowledge").press("Enter");
    assertThat(page.getByText("Done for 2 alerts.").first()).isVisible();
    assertThat(page.getByText("acknowledged the group")).isVisible();
    assertThat(page.locator(".trace q")).hasText("Router");
    assertThat(page.locator(".trace li").first()).containsText("First message (delivered)");
    assertThat(button(page, "Acknowledge")).hasCount(0);
    page.getByLabel("Assign to").fill("<b>Ada</b>");
    button(page, "Assign").click();
    assertThat(page.locator("[aria-labelledby=handling] .facts")).containsText("<b>Ada</b>");
    button(page, "Assign to nobody").click();
    button(page, "Take back").click();
    assertThat(page.getByText("took the acknowledgement back")).isVisible();
    assertThat(button(page, "Acknowledge")).isVisible();
    button(page, "Snooze").click();
    assertThat(page.getByText("Snoozed until")).isVisible();
  }
}
