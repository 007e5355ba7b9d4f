package dev.belfry.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.belfry.app.TestApp;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reading the reference at {@code /docs}. */
@Timeout(300)
class ReferenceJourneyIT {
  @TempDir Path directory;

  @DayAndNight
  void showsOperationsAndOpensOneByKeyboard(Appearance appearance) {
    try (BrowserVisit visit = BrowserVisit.to(TestApp.shared(), appearance)) {
      Page page = visit.open("/docs/");
      Locator line = page.locator("#index li[data-id=listChecks] a");
      assertThat(page.locator("#index summary").first()).isVisible();
      assertThat(line).isHidden();
      visit.fits(page);
      visit.axe(page);
      visit.screenshot(page, "reference-folded");

      Locator filter = page.getByLabel("Filter operations");
      filter.fill("LISTchecks");
      assertThat(page.locator("#index summary", text("Runtimes"))).isHidden();
      assertThat(line).isVisible();
      visit.fits(page);
      visit.screenshot(page, "reference");

      visit.tabTo(line);
      page.keyboard().press("Enter");
      Locator operation = page.locator("#operations-Checks-listChecks");
      assertThat(operation.locator(".responses-wrapper")).isVisible();
      assertThat(operation.locator(".opblock-summary-control")).isFocused();
      assertThat(page.locator("#operations-tag-Runtimes")).hasCount(0);
      visit.fits(page);
      visit.axe(page);

      filter.fill("a name of nothing");
      assertThat(page.locator("#found")).hasText(Pattern.compile("0 of \\d+ operations"));
      assertThat(operation).isHidden();
      filter.fill("");
      assertThat(page.locator("#operations-tag-Runtimes")).isVisible();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"LIGHT_WIDE"})
  void fetchesTheViewerWhenAReaderOpensAnOperation(Appearance appearance) {
    try (BrowserVisit visit = BrowserVisit.to(TestApp.shared(), appearance)) {
      Page page = visit.open("/docs/");
      assertThat(page.locator("#index")).isVisible();
      page.waitForLoadState();
      assertThat(page.locator("script")).hasCount(1);
      assertThat(page.locator("link[rel=stylesheet]")).hasCount(1);
      page.locator("#index summary", text("Check groups A group")).click();
      page.locator("#index li[data-id=createCheckGroup] a").click();
      assertThat(page.locator("#operations-Check_groups-createCheckGroup .responses-wrapper"))
          .isVisible();
    }
  }

  @DayAndNight
  void leadsToOneOperationAndSendsItsRequestFromHere(Appearance appearance) {
    TestApp app = TestApp.shared();
    try (BrowserVisit visit = BrowserVisit.to(app, appearance)) {
      Page page = visit.open("/docs/#/Runtimes/listRuntimes");
      Locator operation = page.locator("#operations-Runtimes-listRuntimes");
      operation.getByText("Try it out").click();
      operation.locator(".execute").click();
      assertThat(operation.locator(".live-responses-table tbody .response-col_status").first())
          .containsText("200");
      assertThat(operation.locator(".request-url"))
          .containsText("http://127.0.0.1:" + app.port() + "/v1/runtimes");
      visit.fits(page);
      visit.screenshot(page, "reference-answer");
      visit.axe(page);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"LIGHT_WIDE"})
  void sendsOnlyTheParametersThatTheReaderFilledIn(Appearance appearance) {
    TestApp app = TestApp.shared();
    try (BrowserVisit visit = BrowserVisit.to(app, appearance)) {
      Page page = visit.open("/docs/#/Checks/listChecks");
      page.locator(".auth-wrapper .authorize").click();
      Locator dialog = page.locator(".dialog-ux .modal-ux");
      dialog.locator("input").fill(app.newTenant().key());
      dialog.locator(".authorize").click();
      dialog.locator(".btn-done").click();

      Locator operation = page.locator("#operations-Checks-listChecks");
      operation.getByText("Try it out").click();
      operation.locator(".execute").click();
      assertThat(operation.locator(".live-responses-table tbody .response-col_status").first())
          .containsText("200");
      assertThat(operation.locator(".curl-command")).not().containsText("X-Service-Account");
    }
  }

  @DayAndNight
  void showsARequestAsProgramsThatRun(Appearance appearance) throws Exception {
    TestApp app = TestApp.shared();
    String key = app.newTenant().key();
    try (BrowserVisit visit = BrowserVisit.to(app, appearance)) {
      Page page = visit.open("/docs/#/Services/createService");
      Locator snippets = page.locator("#operations-Services-createService .snippets");
      Locator text = snippets.getByRole(AriaRole.TABPANEL);
      assertThat(text).containsText("curl --request POST");
      visit.fits(page);
      visit.axe(page);
      SnippetRun.require("Web shop", key, List.of("sh", "-c", text.textContent()));

      snippets.getByRole(AriaRole.TAB).first().focus();
      page.keyboard().press("ArrowRight");
      assertThat(text).containsText("java.net.http");
      Path java = Files.writeString(directory.resolve("Call.java"), text.textContent());
      SnippetRun.require("Web shop", key, List.of(SnippetRun.java(), java.toString()));

      page.keyboard().press("ArrowRight");
      assertThat(text).containsText("await fetch");
      Path script = Files.writeString(directory.resolve("call.mjs"), text.textContent());
      SnippetRun.require("Web shop", key, List.of("node", script.toString()));
    }
  }

  @DayAndNight
  void takesAKeyAndShowsASchema(Appearance appearance) {
    TestApp app = TestApp.shared();
    try (BrowserVisit visit = BrowserVisit.to(app, appearance)) {
      Page page = visit.open("/docs/");
      page.getByRole(AriaRole.BUTTON, named("Authorize")).click();
      Locator dialog = page.locator(".dialog-ux .modal-ux");
      dialog.locator("input").fill(app.newTenant().key());
      visit.fits(page);
      visit.axe(page);
      dialog.locator(".authorize").click();
      dialog.locator(".btn-done").click();

      page.reload();
      page.getByRole(AriaRole.BUTTON, named("Schemas")).click();
      Locator schema =
          page.locator("section.models article:has(.json-schema-2020-12__title:text-is('Error'))");
      schema.locator("button").first().click();
      assertThat(schema).containsText("statusCode");
      visit.fits(page);
      visit.screenshot(page, "reference-schema");
      visit.axe(page);
    }
  }

  private static Page.LocatorOptions text(String text) {
    return new Page.LocatorOptions().setHasText(text);
  }

  private static Page.GetByRoleOptions named(String name) {
    return new Page.GetByRoleOptions().setName(name).setExact(true);
  }
}
