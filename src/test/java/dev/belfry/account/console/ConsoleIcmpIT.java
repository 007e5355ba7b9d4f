package dev.belfry.account.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belfry.account.console.ConsoleFixture.button;
import static dev.belfry.account.console.ConsoleFixture.heading;
import static dev.belfry.account.console.ConsoleFixture.link;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.belfry.app.TestApp;
import dev.belfry.browser.Appearance;
import dev.belfry.browser.BrowserVisit;
import dev.belfry.testing.ApiReply;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** ICMP monitors in the console: the form, its test, and the pings of a run. */
@Timeout(300)
class ConsoleIcmpIT {
  private final ConsoleFixture stage = new ConsoleFixture();

  private static Page form(Page page) {
    page.getByLabel("ICMP").check();
    page.getByLabel("Name", new Page.GetByLabelOptions().setExact(true)).fill("Router");
    return page;
  }

  @Test
  void createsTestsAndEditsAnIcmpMonitor() {
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.DARK_NARROW)) {
      Page page = form(stage.signIn(visit, "/console/monitors/new", stage.acme.key()));
      page.getByLabel("Host name").fill("https://127.0.0.1/");
      page.getByLabel("Pings in a run").fill("70");
      page.getByText("Assertions", new Page.GetByTextOptions().setExact(true)).first().click();
      button(page, "Add assertion").click();
      page.getByLabel("Target of assertion 1").fill("fast");
      button(page, "Test now").click();
      assertThat(page.locator("#hostname-error")).containsText("without https:// and port");
      assertThat(page.locator("#pingCount-error")).hasText("Enter a number of pings from 1 to 50.");
      ConsoleFixture.everybody(visit, page, "icmp-mistakes");

      page.getByLabel("Host name").fill("127.0.0.1");
      page.getByLabel("Pings in a run").fill("2");
      page.getByLabel("Target of assertion 1").fill("1");
      button(page, "Test now").click();
      Locator tested = page.locator(".test-result");
      assertThat(tested).containsText("Latency, average is less than 1 ms; it was 1");
      assertThat(tested).not().containsText("Name lookup");
      ConsoleFixture.everybody(visit, page, "icmp-test");

      page.getByLabel("Target of assertion 1").fill("1000");
      button(page, "Create monitor").click();
      assertThat(heading(page, "Router")).isVisible();
      assertThat(page.locator(".head")).containsText("127.0.0.1");
      button(page, "Run now").click();
      page.locator(".runs summary").first().click();
      Locator run = page.locator(".runs > li > details[open]");
      assertThat(run).containsText("2 of 2 pings");
      assertThat(run).containsText("Packet loss0 %");
      Locator bars = page.locator("section[aria-labelledby=phases]");
      assertThat(bars).containsText("Average latency");
      assertThat(bars.locator("td", new Locator.LocatorOptions().setHasText("no response")))
          .hasCount(0);
      ConsoleFixture.everybody(visit, page, "icmp-monitor");

      link(page, "Edit").click();
      page.getByLabel("Pings in a run").fill("3");
      button(page, "Save").click();
      assertThat(page.locator(".facts").last()).containsText("Pings in a run3");
    }
    ApiReply saved = stage.client.get("/v1/checks");
    assertThat(saved.at("/0/checkType").asText()).isEqualTo("ICMP");
    assertThat(saved.at("/0/request/pingCount").asInt()).isEqualTo(3);
    assertThat(saved.at("/0/request/assertions/0/property").asText()).isEqualTo("avg");
    assertThat(saved.at("/0/maxPacketLossThreshold").asInt()).isEqualTo(20);
  }

  @Test
  void saysWhatToSetWhereTheSystemForbidsPings() {
    try (TestApp silent =
            TestApp.startWithoutPings(
                Map.of("BELFRY_LOCATIONS", "all", "BELFRY_ALLOW_PRIVATE_TARGETS", "true"));
        BrowserVisit visit = BrowserVisit.to(silent, Appearance.LIGHT_WIDE)) {
      visit.expect("/v1/check-tests/icmp answered 409");
      visit.expect("/v1/checks/icmp?autoAssignAlerts=false answered 400");
      Page page = form(stage.signIn(visit, "/console/monitors/new", silent.newTenant().key()));
      page.getByLabel("Host name").fill("127.0.0.1");
      button(page, "Test now").click();
      assertThat(page.locator("main"))
          .containsText("This instance sends no pings: It is forbidden.");
      button(page, "Create monitor").click();
      assertThat(page.locator("#activated-error"))
          .containsText("ICMP monitors cannot be run, since the system lets no running instance");
      ConsoleFixture.everybody(visit, page, "icmp-forbidden");
      page.getByLabel("Active").uncheck();
      button(page, "Create monitor").click();
      assertThat(heading(page, "Router")).isVisible();
      assertThat(page.locator("main")).containsText("Paused");
    }
  }
}
