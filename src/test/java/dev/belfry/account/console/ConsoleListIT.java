package dev.belfry.account.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belfry.account.console.ConsoleFixture.button;
import static dev.belfry.account.console.ConsoleFixture.everybody;
import static dev.belfry.account.console.ConsoleFixture.heading;
import static dev.belfry.account.console.ConsoleFixture.link;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.belfry.browser.Appearance;
import dev.belfry.browser.BrowserVisit;
import dev.belfry.browser.DayAndNight;
import dev.belfry.monitoring.check.CheckType;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The lists of the console: events in many tabs, selection, history, and failures to read. */
@Timeout(300)
class ConsoleListIT {
  private static final int TABS = 8;
  private static final int LOADS = 10;

  /** A load that waits for the end of a stream takes longer, one on a busy machine does not. */
  private static final int STREAM_MILLIS = 20_000;

  private final ConsoleFixture stage = new ConsoleFixture();

  private static Locator row(Page page, String name) {
    return page.locator("tbody tr", new Page.LocatorOptions().setHasText(name));
  }

  /** A browser opens six connections to a host; a stream in each tab would use them up. */
  @Test
  void isLiveInEightTabsAfterTenLoads() {
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page first = stage.signIn(visit, "/console/monitors", stage.acme.key());
      assertThat(first.getByText("Live")).isVisible();
      List<Page> tabs = new ArrayList<>(List.of(first));
      while (tabs.size() < TABS) {
        tabs.add(visit.open("/console/monitors"));
      }
      for (int load = 0; load < LOADS; load++) {
        first.navigate(load % 2 == 0 ? "/console/groups" : "/console/monitors");
        assertThat(heading(first, load % 2 == 0 ? "Groups" : "Monitors")).isVisible();
        assertThat(((Number) first.evaluate("() => performance.now()")).intValue())
            .isLessThan(STREAM_MILLIS);
      }
      for (Page tab : tabs) {
        assertThat(tab.getByText("Live")).isVisible();
      }
      stage.pausedMonitor("New everywhere");
      for (Page tab : tabs) {
        assertThat(link(tab, "New everywhere")).isVisible();
      }
      first.close();
      for (Page tab : tabs.subList(1, TABS)) {
        assertThat(tab.getByText("Live")).isVisible();
      }
      stage.pausedMonitor("After its end");
      for (Page tab : tabs.subList(1, TABS)) {
        assertThat(link(tab, "After its end")).isVisible();
      }
    }
  }

  @DayAndNight
  void changesSelectedMonitorsTogether(Appearance appearance) {
    stage.pausedMonitor("Front page");
    stage.pausedMonitor("Shop");
    stage.pausedMonitor("Mail");
    try (BrowserVisit visit = BrowserVisit.to(stage.app, appearance)) {
      Page page = stage.signIn(visit, "/console/monitors", stage.acme.key());
      page.getByLabel("Select Front page").check();
      page.getByLabel("Select Shop").check();
      assertThat(page.locator(".bulk")).containsText("2 monitors selected");
      everybody(visit, page, "selected");
      button(page, "Mute").click();
      assertThat(page.getByText("2 monitors muted.")).isVisible();
      assertThat(row(page, "Shop")).containsText("muted");
      assertThat(row(page, "Mail")).not().containsText("muted");
      assertThat(page.locator(".bulk")).hasCount(0);

      page.getByLabel("Select Mail").check();
      page.getByLabel("Tag", new Page.GetByLabelOptions().setExact(true)).fill("night");
      button(page, "Add tag").click();
      assertThat(page.getByText("1 monitor tagged.")).isVisible();
      stage.until("/v1/check-overview?tag=night", reply -> reply.at("/total").asInt() == 1);

      page.getByLabel("Select Mail").check();
      button(page, "Delete").click();
      page.locator("dialog[open]").getByText("Delete").last().click();
      assertThat(row(page, "Mail")).hasCount(0);
      assertThat(stage.client.get("/v1/checks").json().size()).isEqualTo(2);
    }
  }

  @Test
  void namesLocationsAndCountsRowsByTheirNoun() {
    stage
        .client
        .post("/v1/private-locations", "{\"name\":\"Wine cellar\",\"slugName\":\"cellar\"}")
        .hasStatus(201);
    stage
        .client
        .post("/v2/check-groups", "{\"name\":\"Shop\",\"privateLocations\":[\"cellar\"]}")
        .hasStatus(201);
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console/groups", stage.acme.key());
      assertThat(row(page, "Shop")).containsText("Wine cellar");
      assertThat(page.locator(".pager")).hasText("1 group");
    }
  }

  /** One instance runs every location, so that none has a place of its own. */
  @Test
  void offersAGroupTheLocationsThatAreCoveredOrChosen() {
    String group =
        stage
            .client
            .post("/v2/check-groups", "{\"name\":\"Shop\",\"locations\":[\"us-east-1\"]}")
            .hasStatus(201)
            .id();
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console/groups/" + group, stage.acme.key());
      assertThat(page.locator("[name=locations]")).hasCount(1);
      assertThat(page.getByLabel("us-east-1 (run by this server)")).isChecked();
    }
  }

  /** Another client deletes selected monitors before the changes arrive. */
  @Test
  void namesEachMonitorThatCouldNotBeChanged() {
    List<String> gone = List.of("First gone", "Second gone", "Third gone");
    stage.pausedMonitor("Stays");
    gone.forEach(stage::pausedMonitor);
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console/monitors", stage.acme.key());
      String stays = id("Stays");
      page.route(
          "**/v1/checks/url/*",
          route -> {
            if (!route.request().url().endsWith(stays)) {
              route.fulfill(
                  new com.microsoft.playwright.Route.FulfillOptions()
                      .setStatus(404)
                      .setBody("{\"message\":\"Not Found\"}"));
            } else {
              route.resume();
            }
          });
      visit.expect("answered 404");
      page.getByLabel("Select all monitors on this page").check();
      button(page, "Mute").click();
      assertThat(page.getByText("1 monitor muted. 3 failed.")).isVisible();
      assertThat(page.locator(".failure")).containsText("3 monitors failed");
      for (String name : gone) {
        assertThat(row(page, name)).containsText("Mute failed. Not found.");
        assertThat(page.locator(".failure li", new Page.LocatorOptions().setHasText(name)))
            .containsText("Mute failed. Not found.");
        assertThat(page.getByLabel("Select " + name)).isChecked();
      }
      assertThat(page.getByLabel("Select Stays")).not().isChecked();
    }
  }

  private String id(String name) {
    return stage.client.get("/v1/check-overview?search=" + name).at("/entries/0/checkId").asText();
  }

  @Test
  void sortsByHeadingAndShowsTheLastDay() {
    stage.channel();
    stage.failingMonitor();
    stage.pausedMonitor("Zebra");
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console/monitors", stage.acme.key());
      assertThat(row(page, "Checkout")).containsText("0.0 %");
      assertThat(row(page, "Checkout")).containsText("no response");
      assertThat(row(page, "Checkout").locator("path.bad"))
          .hasAttribute("d", Pattern.compile("M[^M]+"));
      assertThat(page.locator("tbody tr").first()).containsText("Checkout");
      link(page, "Name").click();
      assertThat(page.locator("th[aria-sort=ascending]")).containsText("Name");
      link(page, "Name").click();
      assertThat(page.locator("th[aria-sort=descending]")).containsText("Name");
      assertThat(page.locator("tbody tr").first()).containsText("Zebra");
    }
  }

  @Test
  void changesSixtyMonitorsOfAllTypesTogether() {
    List<CheckType> types = CheckType.ofRequests();
    for (int number = 0; number < 60; number++) {
      stage.monitor(types.get(number % types.size()), "Shop " + number);
    }
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      // On a slow machine earlier sessions are not over, and the page tries again.
      visit.allow("/v2/check-sessions/trigger answered 429");
      Page page = stage.signIn(visit, "/console/monitors?order=NAME", stage.acme.key());
      Locator all = page.getByLabel("Select all monitors on this page");
      for (String[] action :
          new String[][] {{"Run now", "started"}, {"Mute", "muted"}, {"Pause", "paused"}}) {
        all.check();
        assertThat(page.locator(".bulk")).containsText("50 monitors selected");
        button(page, action[0]).click();
        assertThat(page.getByText("50 monitors " + action[1] + ".")).isVisible();
        assertThat(page.locator(".bulk")).hasCount(0);
      }
      all.check();
      page.getByLabel("Tag", new Page.GetByLabelOptions().setExact(true)).fill("night");
      button(page, "Add tag").click();
      assertThat(page.getByText("50 monitors tagged.")).isVisible();
      stage.until("/v1/check-overview?tag=night", reply -> reply.at("/total").asInt() == 50);
      page.getByLabel("Type").selectOption("TCP");
      int tcp = types.indexOf(CheckType.TCP);
      int shop = tcp + (30 - tcp) / types.size() * types.size();
      assertThat(row(page, "Shop " + shop)).containsText("TCP 127.0.0.1:9");
      page.navigate("/console/monitors?tag=night");
      all.check();
      button(page, "Delete").click();
      page.locator("dialog[open]").getByText("Delete").last().click();
      assertThat(page.getByText("50 monitors deleted.")).isVisible();
      assertThat(stage.client.get("/v1/checks").json().size()).isEqualTo(10);
    }
  }

  @Test
  void showsTheLastDayOfAllMonitorsAndOfGroups() {
    stage.channel();
    String check = stage.failingMonitor();
    String group =
        stage.client.post("/v2/check-groups", "{\"name\":\"Payments\"}").hasStatus(201).id();
    stage.client.put("/v1/checks/url/" + check, "{\"groupId\":" + group + "}").hasStatus(200);
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.DARK_NARROW)) {
      Page page = stage.signIn(visit, "/console", stage.acme.key());
      assertThat(page.locator(".trend").first()).containsText("Uptime0.0 %");
      assertThat(page.locator(".trend").last()).containsText("Alerts1");
      page.getByText("The same as a table").click();
      everybody(visit, page, "trend");
      page.navigate("/console/groups");
      assertThat(row(page, "Payments")).containsText("0.0 %");
      assertThat(row(page, "Payments").locator("path.bad"))
          .hasAttribute("d", Pattern.compile("M[^M]+"));
      everybody(visit, page, "groups-history");
      page.navigate("/console/monitors?order=UPTIME");
      assertThat(row(page, "Checkout")).isVisible();
      assertThat(page.getByLabel("Order")).hasValue("UPTIME");
    }
  }

  @DayAndNight
  void leadsBackFromWhatIsNotThere(Appearance appearance) {
    try (BrowserVisit visit = BrowserVisit.to(stage.app, appearance)) {
      Page page = stage.signIn(visit, "/console/monitors", stage.acme.key());
      visit.expect("answered 404");
      page.navigate("/console/monitors/01932f4e-1c5e-7000-8000-000000000000");
      assertThat(heading(page, "Monitor not found")).isVisible();
      everybody(visit, page, "unknown-monitor");
      page.locator(".crumbs a").click();
      assertThat(heading(page, "Monitors")).isFocused();
      visit.expect("answered 400");
      page.navigate("/console/monitors/abc");
      assertThat(heading(page, "Monitor not found")).isVisible();
      assertThat(page.locator("main")).not().containsText("GUID");
      page.navigate("/console/services/01932f4e-1c5e-7000-8000-000000000000");
      assertThat(heading(page, "Service not found")).isVisible();
      assertThat(page.locator(".crumbs a")).hasText("Services");
    }
  }

  @Test
  void tellsOneActionOnce() {
    stage.channel();
    stage.failingMonitor();
    stage.failingMonitorWithIncident();
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console/audit", stage.acme.key());
      Locator opened = page.locator(".log summary:has-text('incident Basket is down')");
      assertThat(opened).hasCount(1);
      assertThat(opened).containsText("and 1 incident update (“We look into it.”)");
      Locator entry = page.locator(".log > li", new Page.LocatorOptions().setHasText("Checkout"));
      assertThat(entry).hasCount(1);
      assertThat(entry).containsText("and 1 alert channel subscription (");
      entry.locator("summary").click();
      assertThat(entry.locator("h2")).hasCount(2);
      everybody(visit, page, "audit-open");
    }
  }
}
