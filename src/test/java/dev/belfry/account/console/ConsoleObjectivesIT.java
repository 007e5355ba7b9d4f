package dev.belfry.account.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belfry.account.console.ConsoleFixture.button;
import static dev.belfry.account.console.ConsoleFixture.heading;
import static dev.belfry.account.console.ConsoleFixture.link;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.belfry.browser.Appearance;
import dev.belfry.browser.BrowserVisit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Objectives in the console: from none to one that is changed and deleted. */
@Timeout(300)
class ConsoleObjectivesIT {
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
}
