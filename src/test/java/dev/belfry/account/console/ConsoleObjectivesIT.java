package dev.belfry.account.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belfry.account.console.ConsoleFixture.button;
import static dev.belfry.account.console.ConsoleFixture.heading;
import static dev.belfry.account.console.ConsoleFixture.link;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.belfry.browser.Appearance;
import dev.belfry.browser.BrowserVisit;
import dev.belfry.testing.ResultRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Objectives in the console: from none to one that is changed and deleted. */
@Timeout(300)
class ConsoleObjectivesIT {
  private static final long HOUR = 3_600_000;

  private final ConsoleFixture stage = new ConsoleFixture();

  @Test
  void anObjectiveIsMadeShownChangedAndDeleted() {
    String group =
        stage.client.post("/v1/check-groups", "{\"name\": \"Checkout\"}").hasStatus(201).id();
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.DARK_NARROW)) {
      Page page = stage.signIn(visit, "/console/objectives", stage.acme.key());
      ConsoleFixture.everybody(visit, page, "objectives-none");
      link(page, "Make the first objective").click();
      page.getByLabel("Target").fill("100");
      button(page, "Create objective").click();
      assertThat(page.locator("#name-error")).hasText("Enter a name.");
      assertThat(page.locator("#subject-error"))
          .hasText("Choose a monitor or a group, or enter a tag.");
      assertThat(page.locator("#target-error")).hasText("Target must be from 50 to 99.999 %.");
      page.getByLabel("Name", new Page.GetByLabelOptions().setExact(true)).fill("Shop sells");
      page.getByLabel("Target").fill("99.5");
      page.getByLabel("Monitor or group: find a monitor or group").fill("check");
      button(page, "Add Checkout").click();
      assertThat(page.getByText("The error budget is 216 minutes")).isVisible();
      ConsoleFixture.everybody(visit, page, "objective-form");
      button(page, "Create objective").click();
      assertThat(link(page, "Shop sells")).isVisible();
      assertThat(page.getByText("Too few runs", new Page.GetByTextOptions().setExact(true)))
          .isVisible();
      ConsoleFixture.everybody(visit, page, "objectives");
      assertThat(stage.client.get("/v1/objectives").at("/0/groupId").asText()).isEqualTo(group);

      link(page, "Shop sells").click();
      assertThat(heading(page, "Edit objective")).isVisible();
      page.getByLabel("Window").fill("7");
      button(page, "Save").click();
      assertThat(page.getByText("99.5 % of 7 days")).isVisible();
      button(page, "Delete").click();
      page.locator("dialog[open] button.danger-full").click();
      assertThat(page.getByText("No objectives yet")).isVisible();
    }
  }

  /** A paused monitor with a tag, of whose 1,000 runs two days ago one failed. */
  private void tagged(String tag) {
    String check =
        stage
            .client
            .post(
                "/v1/checks/url",
                """
                {"name":"Till","activated":false,"tags":["%s"],"request":{"url":"https://e.org"}}"""
                    .formatted(tag))
            .hasStatus(201)
            .id();
    ResultRows rows = new ResultRows(stage.app.database());
    long hour = rows.number("SELECT epoch_millis()") / HOUR * HOUR - 48 * HOUR;
    rows.hour(rows.series(check, "eu-west-1"), hour, 999, 1);
    stage.until("/v1/check-overview", reply -> reply.text().contains(tag));
  }

  @Test
  void anObjectiveByTagShowsItsBudgetAndIsChangedAndDeleted() {
    tagged("checkout");
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console/objectives", stage.acme.key());
      link(page, "Make the first objective").click();
      page.getByLabel("Name", new Page.GetByLabelOptions().setExact(true)).fill("Shop sells");
      page.getByLabel("Target").fill("99");
      page.getByLabel("Or a tag").fill("checkout");
      button(page, "Create objective").click();
      assertThat(link(page, "Tag checkout")).isVisible();
      assertThat(page.getByText("90 % · 388.8 min")).isVisible();
      ConsoleFixture.everybody(visit, page, "objective-by-tag");
      assertThat(stage.client.get("/v1/objectives").at("/0/tag").asText()).isEqualTo("checkout");

      link(page, "Shop sells").click();
      assertThat(heading(page, "Edit objective")).isVisible();
      page.getByLabel("Target").fill("98");
      button(page, "Save").click();
      assertThat(page.getByText("95 % · 820.8 min")).isVisible();
      button(page, "Delete").click();
      page.locator("dialog[open] button.danger-full").click();
      assertThat(page.getByText("No objectives yet")).isVisible();
    }
  }
}
