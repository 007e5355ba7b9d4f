package dev.belfry.statuspages.subscription;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.belfry.browser.Appearance;
import dev.belfry.browser.BrowserVisit;
import dev.belfry.browser.DayAndNight;
import dev.belfry.statuspages.page.PageFixture;
import java.util.Locale;
import org.junit.jupiter.api.Timeout;

/** Following the links in messages to subscribers, without a mouse. */
@Timeout(300)
class ConfirmationPagesJourneyIT {
  private static final String NOWHERE = "/v1/subscriptions/nonsense/confirm";

  private final PageFixture stage = new PageFixture();
  private final LinkFixture links = new LinkFixture(stage);
  private final String page = stage.page().id();

  @DayAndNight
  void confirms(Appearance appearance) {
    String id = stage.invite(page, "reader@example.org").hasStatus(201).id();
    press(appearance, links.confirm(id), "Confirm subscription", "You are subscribed");
  }

  @DayAndNight
  void unsubscribes(Appearance appearance) {
    String id = stage.subscribe(page, "EMAIL", "reader@example.org");
    press(appearance, links.unsubscribe(id), "Unsubscribe", "You are unsubscribed");
  }

  @DayAndNight
  void saysThatALinkDoesNotWork(Appearance appearance) {
    try (BrowserVisit visit = BrowserVisit.to(stage.app, appearance)) {
      visit.expect("GET http://127.0.0.1:" + stage.app.port() + NOWHERE + " answered 404");
      shows(visit, visit.open(NOWHERE), "This link does not work");
    }
  }

  private void press(Appearance appearance, String path, String label, String outcome) {
    try (BrowserVisit visit = BrowserVisit.to(stage.app, appearance)) {
      Page tab = visit.open(path);
      Locator button =
          tab.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(label).setExact(true));
      assertThat(button).isVisible();
      check(visit, tab, label);

      visit.tabTo(button);
      tab.keyboard().press("Enter");
      shows(visit, tab, outcome);
    }
  }

  private static void shows(BrowserVisit visit, Page tab, String heading) {
    assertThat(tab.getByRole(AriaRole.HEADING)).hasText(heading);
    check(visit, tab, heading);
  }

  private static void check(BrowserVisit visit, Page tab, String name) {
    visit.fits(tab);
    visit.screenshot(tab, "link-" + name.toLowerCase(Locale.ROOT).replace(" ", "-"));
    visit.axe(tab);
  }
}
