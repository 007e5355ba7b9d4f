package dev.belfry.account.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belfry.account.console.ConsoleFixture.button;
import static dev.belfry.account.console.ConsoleFixture.heading;
import static dev.belfry.account.console.ConsoleFixture.link;

import com.microsoft.playwright.Page;
import dev.belfry.browser.Appearance;
import dev.belfry.browser.BrowserVisit;
import dev.belfry.engine.probe.StubServer;
import dev.belfry.testing.ApiReply;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Test sessions of command lines in the console: their list, and one of them. */
@Timeout(300)
class ConsoleTestSessionsIT {
  /** One more than a page of the list shows. */
  private static final int MORE_THAN_A_PAGE = 26;

  private final ConsoleFixture stage = new ConsoleFixture();

  /** Starts a session of one check for each address; returns its path of the API. */
  private String start(String name, String... urls) {
    String suite = UUID.randomUUID().toString();
    String jobs =
        Stream.of(urls)
            .map(
                url ->
                    """
                    {"logicalId":"%s","checkType":"URL","name":"%s","request":{"url":"%s"},
                     "maxResponseTime":30000,"sourceInfo":{"checkRunSuiteId":"%s"}}"""
                        .formatted(UUID.randomUUID(), "Check of " + url, url, suite))
            .collect(Collectors.joining(","));
    ApiReply started =
        stage
            .client
            .post(
                "/v1/test-sessions/run",
                """
                {"name":"%s","shouldRecord":true,"project":{"logicalId":"shop"},"sharedFiles":[],
                 "runLocation":{"type":"PUBLIC","region":"eu-west-1"},"environment":"staging",
                 "repoInfo":{"branchName":"main","repoUrl":"https://git.example.com/shop"},
                 "streamLogs":false,"refreshCache":false,"checkRunJobs":[%s]}"""
                    .formatted(name, jobs))
            .hasStatus(202);
    return "/v1/test-sessions/" + started.at("/testSessionId").asText();
  }

  private String good() {
    return "http://127.0.0.1:" + stage.app.port() + "/v1/locations";
  }

  private String bad() {
    return "http://127.0.0.1:" + stage.app.port() + "/v1/nothing";
  }

  @Test
  void listsSessionsAndCancelsOneThatRuns() throws Exception {
    try (StubServer silent = StubServer.plain(conversation -> conversation.hang());
        BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.DARK_NARROW)) {
      Page page = stage.signIn(visit, "/console/test-sessions", stage.acme.key());
      assertThat(heading(page, "No test sessions yet")).isVisible();
      ConsoleFixture.everybody(visit, page, "test-sessions-none");

      String failed = start("Shop", good(), bad());
      stage.client.get(failed + "/completion?maxWaitSeconds=30").hasStatus(200);
      String running = start("Basket", "http://127.0.0.1:" + silent.port() + "/");
      page.navigate("/console" + running.substring("/v1".length()));
      assertThat(page.locator(".head")).containsText("Running");
      ConsoleFixture.everybody(visit, page, "test-session-running");
      button(page, "Cancel").click();
      page.locator("dialog[open] .danger-full").click();
      assertThat(page.locator(".head")).containsText("Cancelled");

      link(page, "Test sessions").click();
      assertThat(page.locator("tbody tr")).hasCount(2);
      page.getByLabel("State").selectOption("FAILED");
      assertThat(page.locator("tbody tr")).hasCount(1);
      assertThat(page.locator("tbody")).containsText("1 passed, 1 failed");
      ConsoleFixture.everybody(visit, page, "test-sessions");
      link(page, "Shop").click();
      assertThat(page.locator(".messages > li").first()).containsText("The status code was 404");
      assertThat(page.locator(".facts")).containsText("Branchmain");
      ConsoleFixture.everybody(visit, page, "test-session");
    }
  }

  @Test
  void leafsThroughManySessions() {
    for (int i = 0; i < MORE_THAN_A_PAGE; i++) {
      start("Nightly " + i, good());
    }
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console/test-sessions", stage.acme.key());
      assertThat(page.locator("tbody tr")).hasCount(MORE_THAN_A_PAGE - 1);
      link(page, "Older").click();
      assertThat(page.locator("tbody tr")).hasCount(1);
      assertThat(page.locator("tbody")).containsText("Nightly 0");
      link(page, "Newest").click();
      assertThat(page.locator("tbody tr")).hasCount(MORE_THAN_A_PAGE - 1);
    }
  }
}
