package dev.belfry.account.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belfry.account.console.ConsoleFixture.button;
import static dev.belfry.account.console.ConsoleFixture.everybody;
import static dev.belfry.account.console.ConsoleFixture.heading;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.browser.Appearance;
import dev.belfry.browser.BrowserVisit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a person sets on the page Profile, and how the console then shows times. */
@Timeout(300)
class ConsolePreferencesIT {
  private final ConsoleFixture stage = new ConsoleFixture();
  private final People people = new People(stage.app);

  private static Locator field(Page page, String label) {
    return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
  }

  private static void saves(Page page) {
    button(page, "Save profile").click();
  }

  @ParameterizedTest
  @EnumSource(Appearance.class)
  void aPersonSetsHowTimesAreShown(Appearance appearance) {
    SignedIn grace = people.join(stage.acme, Role.VIEWER);
    try (BrowserVisit visit = BrowserVisit.to(stage.app, appearance)) {
      visit.expect("/console/session answered 401");
      Page page = visit.open("/console/profile");
      field(page, "E-mail address").fill(grace.email());
      field(page, "Password").fill(People.PASSWORD);
      field(page, "Password").press("Enter");
      assertThat(heading(page, "Grace")).isVisible();

      field(page, "Name").fill(" ");
      button(page, "Add quiet hours").click();
      field(page, "From of quiet hours 1").fill("late");
      saves(page);
      assertThat(page.getByText("Please fix 2 fields.")).isVisible();
      assertThat(field(page, "Name")).isFocused();
      everybody(visit, page, "preferences-faults");

      field(page, "Name").fill("Grace Hopper");
      field(page, "From of quiet hours 1").fill("21:30");
      field(page, "Time zone of quiet hours 1").fill("Mars/Base");
      visit.expect("/console/person answered 400");
      saves(page);
      assertThat(page.getByText("IANA name of a time zone").first()).isVisible();
      field(page, "Time zone of quiet hours 1").fill("");
      field(page, "Time zone").selectOption("Asia/Tokyo");
      field(page, "Dates and numbers").selectOption("de");
      saves(page);
      assertThat(heading(page, "Grace Hopper")).isVisible();
      assertThat(page.getByText("Your profile is saved.")).isVisible();
      everybody(visit, page, "preferences");

      // German dates, in the zone that was chosen.
      Locator seen = page.locator("#sessions ~ *, section").locator("time").first();
      assertThat(seen)
          .hasAttribute(
              "title", Pattern.compile("\\d{1,2}\\. \\S+ \\d{4}, \\d\\d:\\d\\d:\\d\\d GMT\\+9"));
      page.reload();
      assertThat(heading(page, "Grace Hopper")).isVisible();
      assertThat(field(page, "Time zone")).hasValue("Asia/Tokyo");
      assertThat(field(page, "From of quiet hours 1")).hasValue("21:30");
      assertThat(seen).hasAttribute("title", Pattern.compile(".*GMT\\+9"));

      field(page, "Time zone").selectOption("");
      field(page, "Dates and numbers").selectOption("");
      button(page, "Remove").first().click();
      saves(page);
      assertThat(seen).not().hasAttribute("title", Pattern.compile(".*GMT\\+9"));
      page.reload();
      assertThat(field(page, "Time zone")).hasValue("");
      assertThat(field(page, "From of quiet hours 1")).not().isVisible();
    }
  }
}
