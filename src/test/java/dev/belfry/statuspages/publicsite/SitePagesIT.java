package dev.belfry.statuspages.publicsite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What browsers get where there is no page, and at the root. */
class SitePagesIT {
  private static final String BROWSER = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8";

  private final ApiClient reader = TestApp.shared().client();

  @ParameterizedTest
  @ValueSource(strings = {"/status/no/such/page", "/status/x/feed.csv"})
  void showsBrowsersAPageAndProgramsAnError(String path) {
    ApiReply page = reader.with("Accept", BROWSER).get(path).hasStatus(404);
    assertThat(page.header("content-type")).isEqualTo("text/html; charset=utf-8");
    assertThat(page.header("cache-control")).isEqualTo("no-store");
    assertThat(page.text()).contains("Page not found").doesNotContain("site-");
    reader.get(path).isNotFound();
  }

  @Test
  void speaksTheReadersLanguage() {
    ApiClient german = reader.with("Accept", BROWSER).with("Accept-Language", "de");
    assertThat(german.get("/status/none").text()).contains("Seite nicht gefunden");
    assertThat(german.get("/status/none?lang=en").text()).contains("Page not found");
  }

  @Test
  void isShownInFramesOfOthersByOneDocumentAlone() {
    SiteFixture stage = new SiteFixture();
    stage.incident("Slow", "MAJOR", null);
    ApiReply framed =
        stage
            .eventually("/embed", reply -> reply.text().contains("Partial outage"))
            .hasStatus(200)
            .matchesContract("showStatusEmbed");
    assertThat(framed.header("content-security-policy"))
        .contains("frame-ancestors *", "form-action 'none'")
        .doesNotContain("script-src");
    assertThat(framed.header("x-frame-options")).isEmpty();
    assertThat(framed.text()).contains("Acme &amp; Söhne").doesNotContain("<script", "<form");
    ApiReply page = stage.read("").hasStatus(200);
    assertThat(page.header("content-security-policy")).contains("frame-ancestors 'none'");
    assertThat(page.header("x-frame-options")).isEqualTo("DENY");
    assertThat(page.text())
        .contains("property=\"og:description\" content=\"Partial outage\"", "twitter:card");

    ApiReply badge = stage.read("/badge.svg").hasStatus(200).matchesContract("showStatusBadge");
    assertThat(badge.header("content-type")).isEqualTo("image/svg+xml; charset=utf-8");
    assertThat(badge.text()).contains("Acme &amp; Söhne: Partial outage");
    assertThat(stage.read("/badge.svg?lang=de&style=flat-square").text()).contains("Teilausfall");
    stage.read("/badge.svg?style=round").isInvalid("/style");
    ApiReply widget = stage.read("/widget.js").hasStatus(200).matchesContract("showStatusWidget");
    assertThat(widget.header("content-type")).isEqualTo("text/javascript; charset=utf-8");
    assertThat(widget.text()).contains("iframe", "\"embed\"");
  }

  @Test
  void showsNothingOfAPrivatePageElsewhere() {
    SiteFixture stage = new SiteFixture(TestApp.shared(), "\"isPrivate\":true,");
    String key =
        stage
            .owner
            .post("/v1/status-pages/" + stage.page + "/keys", "{\"name\":\"Press\"}")
            .hasStatus(201)
            .at("/rawKey")
            .asText();
    stage.eventually("/api/v2/status.json?key=" + key, reply -> reply.status() == 200);
    for (String part : List.of("/widget.js", "/badge.svg")) {
      stage.read(part).isForbidden();
      stage.read(part + "?key=" + key).isNotFound();
    }
    ApiReply framed = stage.read("/embed").hasStatus(403);
    assertThat(framed.header("content-security-policy")).contains("frame-ancestors 'none'");
    assertThat(framed.text()).doesNotContain("Acme");
  }

  @Test
  void leadsBrowsersToTheConsole() {
    ApiReply root = reader.with("Accept", BROWSER).get("/").hasStatus(302);
    assertThat(root.header("location")).isEqualTo("/console");
    assertThat(root.header("vary")).isEqualTo("accept");
    reader.get("/").isNotFound();
  }

  @ParameterizedTest
  @CsvSource({
    "/nowhere, Page not found, This address does not exist",
    "/docs/nowhere, Page not found, This address does not exist",
    "/status, Which status page?, such as /status/acme",
    "/status/, Which status page?, such as /status/acme",
    "/status/no-such-page-at-all, Page not found, no status page at this address"
  })
  void showsBrowsersAPageWhereThereIsNothing(String path, String heading, String lead) {
    ApiReply page = reader.with("Accept", BROWSER).get(path).hasStatus(404);
    assertThat(page.header("content-type")).isEqualTo("text/html; charset=utf-8");
    assertThat(page.text()).contains("<h1>" + heading + "</h1>", lead);
    reader.with("Accept", BROWSER).get("/v1/nowhere").isNotFound();
    reader.get("/nowhere").isNotFound();
  }

  @Test
  void hasWhatBrowsersAndCrawlersAskFor() {
    ApiReply robots = reader.get("/robots.txt").hasStatus(200);
    assertThat(robots.header("content-type")).isEqualTo("text/plain; charset=utf-8");
    assertThat(robots.text()).isEqualTo("User-agent: *\nDisallow: /v1/\n");
    ApiReply icon = reader.get("/favicon.ico").hasStatus(200);
    assertThat(icon.header("content-type")).isEqualTo("image/svg+xml");
    assertThat(icon.text()).startsWith("<svg ");
  }
}
