package dev.belfry.account.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belfry.account.console.ConsoleFixture.button;
import static dev.belfry.account.console.ConsoleFixture.heading;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.belfry.browser.Appearance;
import dev.belfry.browser.BrowserVisit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What monitors and groups depend on is chosen in their forms. */
@Timeout(300)
class ConsoleDependenciesIT {
  private static final String HEARTBEAT =
      """
      {"name": "%s", "heartbeat": {"period": 1, "periodUnit": "days", "grace": 0, "graceUnit": "minutes"}}""";

  private final ConsoleFixture stage = new ConsoleFixture();

  private String heartbeat(String name) {
    return stage.client.post("/v1/checks/heartbeat", HEARTBEAT.formatted(name)).hasStatus(201).id();
  }

  private static void choose(Page page, String search, String name) {
    page.getByLabel("Depends on: find a monitor or group").fill(search);
    button(page, "Add " + name).click();
    assertThat(button(page, "Remove " + name)).isVisible();
  }

  @Test
  void choosesParentsAndRefusesCircles() {
    String router = heartbeat("Router of the shop");
    String shop = heartbeat("Shop");
    String group =
        stage.client.post("/v1/check-groups", "{\"name\": \"Power\"}").hasStatus(201).id();
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console/monitors/" + shop + "/edit", stage.acme.key());
      choose(page, "ROUTER of", "Router of the shop");
      choose(page, "pow", "Power");
      ConsoleFixture.everybody(visit, page, "depends-on");
      button(page, "Save").click();
      assertThat(heading(page, "Shop")).isVisible();
      assertThat(stage.client.get("/v1/checks/" + shop).at("/dependsOn"))
          .hasToString("[{\"groupId\":%s},{\"checkId\":\"%s\"}]".formatted(group, router));

      page.navigate("/console/groups/" + group);
      choose(page, "sho", "Shop");
      visit.expect("/v2/check-groups/" + group + " answered 400");
      button(page, "Save").click();
      assertThat(page.locator("#dependsOn-error")).isVisible();
      button(page, "Remove Shop").click();
      choose(page, "router", "Router of the shop");
      button(page, "Save").click();
      assertThat(page.getByText("The group is saved.")).isVisible();
      assertThat(stage.client.get("/v1/check-groups/" + group).at("/dependsOn/0/checkId").asText())
          .isEqualTo(router);
    }
  }
}
