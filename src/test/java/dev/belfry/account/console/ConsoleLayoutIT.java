package dev.belfry.account.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belfry.account.console.ConsoleFixture.button;
import static dev.belfry.account.console.ConsoleFixture.everybody;
import static dev.belfry.account.console.ConsoleFixture.link;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.belfry.browser.Appearance;
import dev.belfry.browser.BrowserVisit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What stays in view on wide and narrow screens. */
@Timeout(300)
class ConsoleLayoutIT {
  private final ConsoleFixture stage = new ConsoleFixture();

  /** Programs make long names without a space. */
  @Test
  void cutsNothingAtAnyWidth() {
    String name = "n".repeat(250);
    String tag = "t".repeat(84);
    String group =
        stage
            .client
            .post("/v2/check-groups", "{\"name\":\"%s\",\"tags\":[\"%s\"]}".formatted(name, tag))
            .hasStatus(201)
            .id();
    stage
        .client
        .post(
            "/v1/checks/url",
            "{\"name\":\"%s\",\"groupId\":%s,\"request\":{\"url\":\"http://127.0.0.1:9/%s\"}}"
                .formatted(name, group, name))
        .hasStatus(201);
    stage.until("/v1/check-overview?state=FAILING", reply -> reply.at("/total").asInt() == 1);
    String[] paths = {"monitors", "groups", "groups/" + group, "channels/new", "audit"};
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console/monitors", stage.acme.key());
      for (int width : new int[] {1_280, 1_024, 768, 390}) {
        page.setViewportSize(width, 900);
        for (String path : paths) {
          page.navigate("/console/" + path);
          assertThat(page.locator("main h1")).isVisible();
          assertThat(page.locator("main [aria-busy=true]")).hasCount(0);
          assertThat(
                  (List<?>)
                      page.evaluate(
                          """
                          () => [document.documentElement, ...document.querySelectorAll(".table")]
                            .filter((one) => one.scrollWidth > one.clientWidth)
                            .map((one) => `${one.className} ${one.scrollWidth}`)"""))
              .as("%s at %d", path, width)
              .isEmpty();
        }
      }
    }
  }

  @Test
  void keepsTheHeaderAndTheMenuOutOfTheWay() {
    stage.channel();
    stage.failingMonitor();
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_NARROW)) {
      Page page = stage.signIn(visit, "/console/alerts", stage.acme.key());
      assertThat(page.locator("tbody")).containsText("refused");
      double before = page.locator("main h1").boundingBox().y;
      button(page, "Menu").click();
      assertThat(link(page, "Audit log")).isVisible();
      everybody(visit, page, "menu");
      assertThat(page.locator("main h1").boundingBox().y).isEqualTo(before);
      page.keyboard().press("Escape");
      assertThat(button(page, "Menu")).isFocused();
      assertThat(page.locator("#places")).isHidden();
      page.evaluate("() => scrollTo(0, document.body.scrollHeight)");
      assertThat(page.locator(".bar").boundingBox().y).isZero();
      assertThat(page.locator(".bar").boundingBox().height).isLessThan(64);
    }
  }
}
