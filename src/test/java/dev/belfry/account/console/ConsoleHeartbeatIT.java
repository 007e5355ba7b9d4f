package dev.belfry.account.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belfry.account.console.ConsoleFixture.button;
import static dev.belfry.account.console.ConsoleFixture.heading;

import com.microsoft.playwright.Page;
import dev.belfry.browser.Appearance;
import dev.belfry.browser.BrowserVisit;
import dev.belfry.testing.ApiReply;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A heartbeat monitor in the console. */
@Timeout(300)
class ConsoleHeartbeatIT {
  private final ConsoleFixture stage = new ConsoleFixture();

  @Test
  void createsAHeartbeatMonitorAndShowsWhereToPing() {
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console/monitors/new", stage.acme.key());
      visit.expect("/v1/checks/heartbeat?autoAssignAlerts=false answered 400");
      page.getByLabel("Heartbeat").check();
      page.getByLabel("Name", new Page.GetByLabelOptions().setExact(true)).fill("Backup");
      page.getByLabel("Period", new Page.GetByLabelOptions().setExact(true)).fill("0");
      button(page, "Create monitor").click();
      assertThat(page.locator("#period-error"))
          .hasText("Period must be from 30 seconds to 365 days.");
      page.getByLabel("Expect pings").selectOption("cron");
      page.getByLabel("Cron expression").fill("30 2 * * *");
      page.getByLabel("Time zone").fill("Mars/Base");
      button(page, "Create monitor").click();
      assertThat(page.locator("#timezone-error")).containsText("Europe/Berlin");
      page.getByLabel("Time zone").fill("Europe/Berlin");
      ConsoleFixture.everybody(visit, page, "heartbeat-form");
      button(page, "Create monitor").click();
      assertThat(heading(page, "Backup")).isVisible();
      assertThat(page.locator(".copyable").first()).containsText("/ping/");
      assertThat(page.getByText("No ping has come yet.")).isVisible();
      ApiReply made = stage.client.get("/v1/checks");
      String url = made.at("/0/heartbeat/pingUrl").asText();
      stage.app.client().get(URI.create(url).getPath() + "/3").hasStatus(200);
      assertThat(page.getByText("The job ended with exit code 3").first()).isVisible();
      ConsoleFixture.everybody(visit, page, "heartbeat-monitor");
    }
  }
}
