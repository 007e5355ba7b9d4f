package dev.belfry.account.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belfry.account.console.ConsoleFixture.button;
import static dev.belfry.account.console.ConsoleFixture.everybody;
import static dev.belfry.account.console.ConsoleFixture.heading;
import static dev.belfry.account.console.ConsoleFixture.link;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.belfry.browser.Appearance;
import dev.belfry.browser.BrowserVisit;
import dev.belfry.browser.DayAndNight;
import dev.belfry.engine.result.ResultFixture;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.testing.ResultRows.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The charts of a monitor. */
@Timeout(300)
class ConsoleChartsIT {
  private static final long MINUTE = Duration.ofMinutes(1).toMillis();

  private final ResultFixture fixture = new ResultFixture();
  private final long now = fixture.now();

  private Page open(BrowserVisit visit, String check) {
    visit.expect("/console/session answered 401");
    Page page = visit.open("/console/monitors/" + check);
    page.getByLabel("API key").fill(fixture.acme.readKey());
    page.getByLabel("API key").press("Enter");
    assertThat(chart(page)).isVisible();
    return page;
  }

  private static Locator chart(Page page) {
    return page.getByRole(AriaRole.SLIDER);
  }

  /** Ten minutes with a failed and a missed run, from two locations. */
  private void tenMinutes() {
    List<Run> runs = new ArrayList<>();
    for (int ago = 10; ago > 0; ago--) {
      runs.add(Run.passed(fixture.west, now - ago * MINUTE, 100_000 + ago * 1_000));
    }
    runs.add(Run.failed(fixture.east, now - 5 * MINUTE));
    runs.add(Run.missed(fixture.east, now - 4 * MINUTE, Reason.INSTANCE_LOST));
    fixture.rows.add(runs);
  }

  @DayAndNight
  void showsTheFirstMinutesOfAMonitor(Appearance appearance) throws IOException {
    tenMinutes();
    String window =
        "{\"name\":\"Upgrade\",\"startsAt\":\"%s\",\"endsAt\":\"%s\",\"silenceAllAlerts\":true}"
            .formatted(
                Instant.ofEpochMilli(now - 8 * MINUTE), Instant.ofEpochMilli(now - 6 * MINUTE));
    fixture.client.post("/v1/maintenance-windows", window).hasStatus(201);
    try (BrowserVisit visit = BrowserVisit.to(fixture.app, appearance)) {
      Page page = open(visit, fixture.check);
      assertThat(button(page, "1 hour")).hasAttribute("aria-pressed", "true");
      assertThat(page.locator(".figures")).containsText("Uptime 90.9 %");
      assertThat(page.locator(".figures")).containsText("so far");
      assertThat(page.locator(".legend").first())
          .containsText(Pattern.compile("eu-west-1.*us-east-1.*Failed.*Missed.*Maintenance"));
      assertThat(page.locator(".times canvas")).isVisible();
      everybody(visit, page, "charts-hour");

      button(page, "24 hours").click();
      assertThat(heading(page, "Locations, last 24 hours")).isVisible();
      assertThat(page.locator("[aria-labelledby=places]")).containsText("1 of 1");
      everybody(visit, page, "charts-day");
      assertThat(csv(page)).startsWith("from,location,runs,failed,missed,p50_ms,p95_ms\r\n");
    }
  }

  private static String csv(Page page) throws IOException {
    return Files.readString(
        page.waitForDownload(() -> button(page, "Download CSV").click()).path());
  }

  @Test
  void readsTheValuesByKeyboard() {
    tenMinutes();
    try (BrowserVisit visit = BrowserVisit.to(fixture.app, Appearance.LIGHT_WIDE)) {
      Page page = open(visit, fixture.check);
      visit.tabTo(chart(page));
      page.keyboard().press("Home");
      Pattern earliest = Pattern.compile(".*Uptime 100 %, [^,]*eu-west-1[^,]*: 110 ms");
      assertThat(chart(page)).hasAttribute("aria-valuetext", earliest);
      assertThat(page.locator(".tip")).containsText(Pattern.compile("eu-west-1.*: 110 ms"));
      for (int steps = 0; steps < 5; steps++) {
        page.keyboard().press("ArrowRight");
      }
      Pattern failed = Pattern.compile(".*Uptime 50.0 %, 1 of 2 failed, .*us-east-1[^,]*: 20 ms");
      assertThat(chart(page)).hasAttribute("aria-valuetext", failed);
      page.keyboard().press("ArrowRight");
      Pattern missed = Pattern.compile(".*1 missed run");
      assertThat(chart(page)).hasAttribute("aria-valuetext", missed);
      page.keyboard().press("Escape");
      assertThat(page.locator(".tip")).hasCount(0);
      page.getByText("The same as a table").first().click();
      assertThat(page.locator(".times tbody tr")).hasCount(10);
      button(page, "us-east-1").click();
      assertThat(button(page, "us-east-1")).hasAttribute("aria-pressed", "false");
    }
  }

  @Test
  void tellsDegradedRunsFromPassedOnes() {
    fixture.rows.add(
        List.of(
            Run.degraded(fixture.west, now - 5 * MINUTE, 900_000),
            Run.passed(fixture.west, now - 3 * MINUTE, 100_000)));
    try (BrowserVisit visit = BrowserVisit.to(fixture.app, Appearance.LIGHT_WIDE)) {
      Page page = open(visit, fixture.check);
      assertThat(page.locator(".strip rect.warn")).hasCount(1);
      assertThat(page.locator(".strip rect.good")).hasCount(1);
      visit.tabTo(chart(page));
      page.keyboard().press("Home");
      assertThat(page.locator(".tip")).containsText("1 of 1 degraded");
      everybody(visit, page, "charts-degraded");
    }
  }

  @Test
  void keepsTheChosenRange() {
    tenMinutes();
    try (BrowserVisit visit = BrowserVisit.to(fixture.app, Appearance.LIGHT_WIDE)) {
      Page page = open(visit, fixture.check);
      button(page, "7 days").click();
      assertThat(heading(page, "Locations, last 7 days")).isVisible();
      page.reload();
      assertThat(heading(page, "Locations, last 7 days")).isVisible();
      link(page, "Monitors").click();
      assertThat(heading(page, "Monitors")).isVisible();
      page.goBack();
      assertThat(button(page, "7 days")).hasAttribute("aria-pressed", "true");
    }
  }

  /** Near an edge, where a box shrinks to what is left of the line. */
  @Test
  void keepsTheValuesAtThePointerLegible() {
    tenMinutes();
    try (BrowserVisit visit = BrowserVisit.to(fixture.app, Appearance.LIGHT_WIDE)) {
      Page page = open(visit, fixture.check);
      visit.tabTo(chart(page));
      page.keyboard().press("End");
      assertThat(page.locator(".tip.left")).containsText("100 %");
      assertThat(page.locator(".tip").boundingBox().width).isGreaterThan(150);
    }
  }

  @Test
  void saysThatNothingRan() {
    try (BrowserVisit visit = BrowserVisit.to(fixture.app, Appearance.LIGHT_WIDE)) {
      Page page = open(visit, fixture.check);
      assertThat(page.locator(".figures")).containsText("No data yet");
      assertThat(page.locator(".times")).containsText("No results in this period");
      everybody(visit, page, "charts-empty");
    }
  }

  @Test
  void showsTheFiguresWithoutTheLibraryOfTheChart() {
    tenMinutes();
    try (BrowserVisit visit = BrowserVisit.to(fixture.app, Appearance.LIGHT_WIDE)) {
      visit.expect("/console/session answered 401");
      visit.expect("uplot");
      Page page = visit.open("/console/monitors/" + fixture.check);
      page.route(url -> url.contains("uplot"), Route::abort);
      page.getByLabel("API key").fill(fixture.acme.readKey());
      page.getByLabel("API key").press("Enter");
      assertThat(page.getByText("The chart could not be loaded.")).isVisible();
      assertThat(page.locator(".times table")).isVisible();
      everybody(visit, page, "chart-without-library");
    }
  }

  @Test
  void listsRunsByOutcomeAndLocation() {
    tenMinutes();
    try (BrowserVisit visit = BrowserVisit.to(fixture.app, Appearance.LIGHT_WIDE)) {
      Page page = open(visit, fixture.check);
      Locator runs = page.locator(".runs > li");
      assertThat(runs).hasCount(12);
      page.getByLabel("Outcome").selectOption("Failed");
      assertThat(runs).hasCount(1);
      assertThat(runs).containsText("us-east-1");
      page.locator("#run-location").selectOption("eu-west-1");
      assertThat(page.getByText("No run matches.")).isVisible();
      page.getByLabel("Outcome").selectOption("Passed or degraded");
      assertThat(runs).hasCount(10);
      page.locator("#run-location").selectOption("All");
      page.getByLabel("Outcome").selectOption("Did not run");
      assertThat(runs).hasCount(1);
    }
  }

  /** The part that draws nothing, as the browser runs it. */
  @Test
  void breaksLinesWhereRunsAreMissing() {
    try (BrowserVisit visit = BrowserVisit.to(fixture.app, Appearance.LIGHT_WIDE)) {
      Page page = open(visit, fixture.check);
      String module =
          "import(document.querySelector('script').src.replace('belfry.js', 'series.js'))";
      Object values =
          page.evaluate(
              "() => "
                  + module
                  + """
                  .then(({ line }) => {
                    const steps = [5, null, 7, null, null, null, 9]
                      .map((p50, at) => ({ at, by: { x: { p50 } } }));
                    return line(steps, "x", "p50", 2).map((one) => `${one}`).join(" ");
                  })""");
      assertThat(values).isEqualTo("5 undefined 7 null null null 9");
      Object file =
          page.evaluate(
              "() => "
                  + module
                  + """
                  .then(({ csv }) => csv({ steps: [{ at: 0, by: {
                    '=a"b': { runs: 3, failed: 1, missed: 0, p50: 1.5, p95: null } } }] }))""");
      assertThat((String) file)
          .endsWith("\r\n1970-01-01T00:00:00.000Z,\"'=a\"\"b\",3,1,0,1.5,\r\n");
    }
  }
}
