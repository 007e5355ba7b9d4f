package dev.belfry.account.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belfry.account.console.ConsoleFixture.button;
import static dev.belfry.account.console.ConsoleFixture.heading;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.belfry.browser.Appearance;
import dev.belfry.browser.BrowserVisit;
import dev.belfry.testing.ResultRows;
import dev.belfry.testing.ResultRows.Run;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What monitors and groups depend on is chosen in their forms. */
@Timeout(300)
class ConsoleDependenciesIT {
  private static final String HEARTBEAT =
      """
      {"name": "%s", "heartbeat": {"period": 1, "periodUnit": "days", "grace": 0, "graceUnit": "minutes"}}""";

  private static final String WOULD = "Would depend on";
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;

  private final ConsoleFixture stage = new ConsoleFixture();

  private String heartbeat(String name) {
    return stage.client.post("/v1/checks/heartbeat", HEARTBEAT.formatted(name)).hasStatus(201).id();
  }

  private static void choose(Page page, String search, String name) {
    choose(page, "Depends on", search, name);
  }

  private static void choose(Page page, String field, String search, String name) {
    page.getByLabel(field + ": find a monitor or group").fill(search);
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

  /** A paused monitor whose runs failed for four minutes two hours ago. */
  private String failed(String name, String more) {
    String check =
        stage
            .client
            .post(
                "/v1/checks/url",
                """
                {"name":"%s","activated":false,"frequency":1,"useGlobalAlertSettings":false,%s
                 "request":{"url":"https://e.org"}}"""
                    .formatted(name, more))
            .hasStatus(201)
            .id();
    ResultRows rows = new ResultRows(stage.app.database());
    int series = rows.series(check, "eu-west-1");
    long hour = rows.number("SELECT epoch_millis()") / HOUR * HOUR - 2 * HOUR;
    List<Run> runs = new ArrayList<>();
    for (int minute = 0; minute < 10; minute++) {
      long at = hour + minute * MINUTE;
      boolean fails = minute > 2 && minute < 7;
      runs.add(fails ? Run.failed(series, at) : Run.passed(series, at, 90_000));
    }
    rows.add(runs);
    rows.hour(series, hour, 6, 4);
    return check;
  }

  @Test
  void previewsOtherDependencies() {
    String group =
        stage.client.post("/v1/check-groups", "{\"name\": \"Tills\"}").hasStatus(201).id();
    failed("Switch of the shop", "");
    String till = failed("Till", "\"groupId\":" + group + ",");
    failed("Printer", "\"dependsOn\":[{\"checkId\":\"" + till + "\"}],");
    String old = heartbeat("Old switch");
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.DARK_NARROW)) {
      Page page = stage.signIn(visit, "/console/monitors/" + till + "/edit", stage.acme.key());
      ConsolePreview.tryOthers(page);
      visit.expect("/v1/check-alerts/preview answered 400");
      choose(page, WOULD, "printer", "Printer");
      ConsolePreview.ask(page);
      assertThat(page.locator("#wouldDependOn-error"))
          .containsText("These dependencies must not lead back");
      ConsoleFixture.everybody(visit, page, "preview-circle");
      button(page, "Remove Printer").click();
      assertThat(page.locator("#wouldDependOn-error")).not().isAttached();

      choose(page, WOULD, "old", "Old switch");
      stage.client.delete("/v1/checks/" + old).hasStatus(204);
      ConsolePreview.ask(page);
      assertThat(page.locator("#wouldDependOn-error")).containsText("Entry 1 must name checks");
      button(page, "Remove Old switch").click();
      page.getByLabel(WOULD + ": find a monitor or group").fill("switch of");
      assertThat(button(page, "Add Switch of the shop")).isVisible();
      page.getByLabel(WOULD + ": find a monitor or group").press("Enter");
      assertThat(button(page, "Remove Switch of the shop")).isVisible();
      assertThat(heading(page, "With these rules")).not().isAttached();
      ConsolePreview.ask(page);
      assertThat(page.getByText("0 instead of 2").first()).isVisible();
      ConsoleFixture.everybody(visit, page, "preview-dependencies-narrow");
    }
    assertThat(stage.client.get("/v1/checks/" + till).at("/dependsOn")).isEmpty();
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console/groups/" + group, stage.acme.key());
      page.getByLabel("Alert rules").selectOption("false");
      choose(page, "switch of", "Switch of the shop");
      ConsolePreview.tryOthers(page);
      assertThat(page.getByRole(AriaRole.GROUP, named(WOULD))).containsText("Switch of the shop");
      ConsolePreview.ask(page);
      assertThat(page.getByText("0 instead of 2").first()).isVisible();
      ConsoleFixture.everybody(visit, page, "preview-dependencies-wide");
    }
  }

  private static Page.GetByRoleOptions named(String name) {
    return new Page.GetByRoleOptions().setName(name);
  }
}
