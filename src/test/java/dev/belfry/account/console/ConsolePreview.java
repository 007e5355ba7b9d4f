package dev.belfry.account.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belfry.account.console.ConsoleFixture.button;
import static dev.belfry.account.console.ConsoleFixture.heading;

import com.microsoft.playwright.Page;
import dev.belfry.browser.BrowserVisit;

/** The preview of alert rules in the form of a paused monitor or of a group. */
final class ConsolePreview {
  private ConsolePreview() {}

  static void ask(Page page) {
    button(page, "Preview the last 30 days").click();
  }

  /** Unfolds the field of dependencies that are only tried. */
  static void tryOthers(Page page) {
    page.getByText("What if messages were grouped").click();
    page.getByLabel("Try other dependencies").check();
  }

  static void rules(Page page) {
    page.getByLabel("When to alert").selectOption("true");
    ask(page);
    assertThat(heading(page, "With these rules")).isVisible();
    assertThat(page.getByText("0 instead of 0").first()).isVisible();
    assertThat(page.getByText("A paused check is replayed as if it were active.")).isVisible();
  }

  /** Faults stand at their fields, and the form around is left alone. */
  static void groupsAndQuietHours(BrowserVisit visit, Page page) {
    page.getByText("What if messages were grouped").click();
    page.getByLabel("Group alerts").check();
    page.getByLabel("Group by").fill("REGION");
    page.getByLabel("Group by").press("Enter");
    assertThat(page.locator("#groupBy-error")).containsText("different ones of CHECK_GROUP");
    assertThat(page.getByLabel("Group by")).isFocused();
    page.getByLabel("Group by").fill("HOST");
    button(page, "Add quiet hours").click();
    page.getByLabel("Time zone of quiet hours 1").fill("Mars");
    visit.expect("/v1/check-alerts/preview answered 400");
    ask(page);
    assertThat(page.locator("[id='quietHours.0.timeZone-error']")).containsText("Quiet hours 1");
    page.getByLabel("Time zone of quiet hours 1").fill("Europe/Berlin");
    ask(page);
    assertThat(page.getByText("0 instead of 0, counted in groups")).isVisible();
    ConsoleFixture.everybody(visit, page, "alert-preview");
  }
}
