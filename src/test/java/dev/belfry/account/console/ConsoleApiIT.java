package dev.belfry.account.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belfry.account.console.ConsoleFixture.button;
import static dev.belfry.account.console.ConsoleFixture.heading;
import static dev.belfry.account.console.ConsoleFixture.link;
import static dev.belfry.engine.probe.StubServer.answering;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.belfry.browser.Appearance;
import dev.belfry.browser.BrowserVisit;
import dev.belfry.engine.probe.StubServer;
import dev.belfry.testing.ApiReply;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An API check in the console. */
@Timeout(300)
class ConsoleApiIT {
  private static final Page.GetByLabelOptions EXACT = new Page.GetByLabelOptions().setExact(true);

  private final ConsoleFixture stage = new ConsoleFixture();

  @Test
  void createsTestsAndEditsAnApiCheck() throws IOException {
    stage
        .client
        .post("/v1/variables", "{\"key\":\"TOKEN\",\"value\":\"t0k3n\",\"secret\":true}")
        .hasStatus(201);
    try (StubServer server =
            StubServer.plain(
                answering(
                    "HTTP/1.1 200 OK\nContent-Type: application/json\nContent-Length: 18\n\n"
                        + "{\"state\":\"closed\"}"));
        BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.DARK_NARROW)) {
      Page page = stage.signIn(visit, "/console/monitors/new", stage.acme.key());
      page.getByLabel("API", EXACT).check();
      page.getByLabel("Name", EXACT).fill("Orders");
      page.getByLabel("Method").selectOption("POST");
      page.getByLabel("Address").fill("ftp://e.org");
      page.locator("summary", new Page.LocatorOptions().setHasText("Request")).first().click();
      button(page, "Add header").click();
      page.getByLabel("Name of header 1").fill("X-Token");
      page.getByLabel("Value of header 1").fill("{{TOKEN}}");
      page.getByLabel("Body", EXACT).selectOption("JSON");
      page.getByLabel("Content of the body").fill("{\"n\":1}");
      page.locator("summary", new Page.LocatorOptions().setHasText("Assertions")).first().click();
      button(page, "Add assertion").click();
      page.getByLabel("Source of assertion 1").selectOption("JSON_BODY");
      page.getByLabel("Target of assertion 1").fill("open");
      page.getByText("Only a part").first().click();
      page.getByLabel("JSONPath of assertion 1").fill("$.state");
      button(page, "Test now").click();
      assertThat(page.locator("#url-error")).containsText("Enter an address that begins with");
      ConsoleFixture.everybody(visit, page, "api-mistakes");

      page.getByLabel("Address").fill("http://127.0.0.1:" + server.port() + "/orders");
      button(page, "Test now").click();
      assertThat(page.locator(".test-result"))
          .containsText("JSON of the body at $.state equals “open”; it was “closed”");
      ConsoleFixture.everybody(visit, page, "api-test");
      button(page, "Create monitor").click();
      assertThat(heading(page, "Orders")).isVisible();
      assertThat(page.locator(".head")).containsText("POST http://127.0.0.1:" + server.port());
      button(page, "Run now").click();
      page.locator(".runs summary").first().click();
      Locator run = page.locator(".runs > li > details[open]");
      run.getByText("Sent headers").click();
      assertThat(run.locator("details[open] pre").first()).containsText("X-Token: ****");
      ConsoleFixture.everybody(visit, page, "api-check");

      link(page, "Edit").click();
      page.getByLabel("Target of assertion 1").fill("closed");
      button(page, "Save").click();
      assertThat(page.locator(".facts").last()).containsText("equals “closed”");
      assertThat(server.requests().get(0)).contains("X-Token: t0k3n");
    }
    ApiReply saved = stage.client.get("/v1/checks");
    assertThat(saved.at("/0/checkType").asText()).isEqualTo("API");
    assertThat(saved.at("/0/request/headers/0/value").asText()).isEqualTo("{{TOKEN}}");
    assertThat(saved.at("/0/request/body").asText()).isEqualTo("{\"n\":1}");
  }
}
