package dev.belfry.account.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belfry.account.console.ConsoleFixture.button;
import static dev.belfry.account.console.ConsoleFixture.everybody;
import static dev.belfry.account.console.ConsoleFixture.link;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.belfry.browser.Appearance;
import dev.belfry.browser.BrowserVisit;
import dev.belfry.browser.DayAndNight;
import org.junit.jupiter.api.Timeout;

/** The list of deleted resources in the console, and their restoration. */
@Timeout(300)
class ConsoleDeletedIT {
  private final ConsoleFixture stage = new ConsoleFixture();

  private String make(String path, String body) {
    return stage.client.post(path, body).hasStatus(201).id();
  }

  private void delete(String path) {
    stage.client.delete(path).hasStatus(204);
  }

  @DayAndNight
  void restoresAMonitorWithoutItsGroup(Appearance appearance) {
    String channel = stage.channel();
    String group = make("/v2/check-groups", "{\"name\":\"Shop\"}");
    String check =
        make(
            "/v1/checks/url",
            "{\"name\":\"Checkout\",\"activated\":false,\"groupId\":%s,\"request\":{\"url\":\"https://e.org\"}}"
                .formatted(group));
    delete("/v1/checks/" + check);
    delete("/v1/check-groups/" + group);
    delete("/v1/alert-channels/" + channel);
    delete("/v1/teams/" + make("/v1/teams", "{\"name\":\"Night\"}"));
    try (BrowserVisit visit = BrowserVisit.to(stage.app, appearance)) {
      Page page = stage.signIn(visit, "/console/deleted", stage.acme.key());
      assertThat(page.locator("tbody tr")).hasCount(4);
      Locator row = page.locator("tbody tr", new Page.LocatorOptions().setHasText("Checkout"));
      assertThat(row).containsText("Monitor");
      assertThat(row).containsText("1 subscription");
      everybody(visit, page, "deleted");

      visit.expect("/restore answered 409");
      button(page, "Restore Checkout").click();
      assertThat(page.getByRole(AriaRole.ALERT).first())
          .containsText("The check group " + group + " does not exist.");
      everybody(visit, page, "deleted-refused");
      button(page, "Restore without them").click();
      assertThat(page.locator(".restored")).containsText("Left out: group " + group);
      assertThat(page.locator(".restored"))
          .containsText("Waiting: 1 subscription, until channel " + channel + " is restored.");
      assertThat(page.locator("tbody tr")).hasCount(3);
      everybody(visit, page, "deleted-restored");
      button(page, "Restore On-call").click();
      assertThat(page.locator(".restored")).containsText("exists again with 1 subscription");
      assertThat(
              stage
                  .client
                  .get("/v1/checks/" + check)
                  .hasStatus(200)
                  .at("/alertChannelSubscriptions/0/alertChannelId")
                  .asText())
          .isEqualTo(channel);
      page.locator("#type").selectOption("Incident");
      assertThat(page.getByText("Nothing was deleted in the last 30 days.")).isVisible();
      page.navigate("/console/deleted");
      button(page, "Restore Shop").click();
      link(page, "Shop").click();
      assertThat(page.locator("main h1")).containsText("Shop");
      page.navigate("/console/deleted?type=team");
      button(page, "Restore Night").click();
      page.locator(".restored").getByText("Night").click();
      assertThat(page.getByLabel("Name")).hasValue("Night");
    }
  }
}
