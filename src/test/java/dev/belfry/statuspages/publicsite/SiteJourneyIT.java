package dev.belfry.statuspages.publicsite;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.belfry.app.TestApp;
import dev.belfry.browser.Appearance;
import dev.belfry.browser.BrowserVisit;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A reader on a status page, from what is wrong to being told of it. */
@Timeout(300)
class SiteJourneyIT {
  private static TestApp mailing;

  /** The form asks for an e-mail address only where mail can be sent. */
  @BeforeAll
  static void start() {
    mailing = TestApp.start(Map.of("BELFRY_SMTP_URL", "smtp://127.0.0.1:9"));
  }

  @AfterAll
  static void stop() {
    mailing.close();
  }

  @ParameterizedTest
  @EnumSource
  void readsWhatIsWrongAndSubscribes(Appearance appearance) {
    SiteFixture stage = new SiteFixture(mailing, "");
    stage.update(
        stage.incident("Long ago", "MAJOR", "2026-05-01T10:00:00Z"), "RESOLVED", "It is over");
    String id = stage.incident("Payments fail", "CRITICAL", null);
    stage.update(id, "IDENTIFIED", "A cable is loose");
    stage.shows("", "A cable is loose");
    try (BrowserVisit visit = BrowserVisit.to(stage.app, appearance)) {
      Page page = visit.open(stage.site(""));
      assertThat(heading(page, "Major outage")).isVisible();
      page.locator("details").first().locator("summary").click();
      assertThat(page.locator("details li").getByText("Payments fail").first()).isVisible();
      visit.fits(page);
      visit.screenshot(page, "site");
      visit.axe(page);

      heading(page, "Payments fail").getByRole(AriaRole.LINK).click();
      assertThat(page.getByText("A cable is loose")).isVisible();
      visit.fits(page);
      visit.axe(page);

      page.getByText("History").click();
      page.getByText("May 2026").first().click();
      assertThat(heading(page, "Long ago")).isVisible();
      visit.fits(page);
      visit.screenshot(page, "site-history");
      visit.axe(page);

      page.getByText("Back to the status page").click();
      page.getByLabel("E-mail address").fill("reader@example.org");
      page.getByLabel("E-mail address").press("Enter");
      assertThat(heading(page, "Check your inbox")).isVisible();
      visit.fits(page);
      visit.axe(page);
    }
  }

  @ParameterizedTest
  @EnumSource
  void opensAPrivatePageWithItsKeyInAnotherLanguage(Appearance appearance) {
    SiteFixture stage = new SiteFixture(TestApp.shared(), "\"isPrivate\":true,");
    String key =
        stage
            .owner
            .post("/v1/status-pages/" + stage.page + "/keys", "{\"name\":\"Press\"}")
            .hasStatus(201)
            .at("/rawKey")
            .asText();
    stage.eventually("?key=" + key, reply -> reply.status() == 303);
    try (BrowserVisit visit = BrowserVisit.to(stage.app, appearance)) {
      visit.expect(stage.site("") + " answered 403");
      visit.expect("/access answered 403");
      Page page = visit.open(stage.site(""));
      visit.axe(page);
      page.getByLabel("Key").fill("guessed");
      page.getByLabel("Key").press("Enter");
      assertThat(page.getByRole(AriaRole.ALERT)).isVisible();
      visit.fits(page);
      visit.screenshot(page, "site-private");
      visit.axe(page);

      page.getByLabel("Key").fill(key);
      page.getByLabel("Key").press("Enter");
      assertThat(heading(page, "All systems operational")).isVisible();
      page.getByText("Deutsch").click();
      assertThat(heading(page, "Alle Systeme in Betrieb")).isVisible();
      visit.fits(page);
      visit.axe(page);
    }
  }

  private static Locator heading(Page page, String text) {
    return page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName(text));
  }
}
