package dev.belfry.statuspages.publicsite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Polling;
import dev.belfry.testing.RawHttp;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code GET /status/{url}}. */
class ShowStatusPageIT {
  private final SiteFixture stage = new SiteFixture();

  @Test
  void showsThePageWithoutKeyAndWithoutScriptOfOthers() {
    ApiReply reply = stage.read("").hasStatus(200).matchesContract("showStatusPage");
    assertThat(reply.header("content-type")).isEqualTo("text/html; charset=utf-8");
    assertThat(reply.header("cache-control")).startsWith("public, max-age=");
    assertThat(reply.header("content-security-policy"))
        .contains("default-src 'none'", "script-src 'self'", "style-src 'sha256-")
        .doesNotContain("unsafe");
    assertThat(reply.text())
        .contains(
            "<html lang=\"en\"",
            "Acme &amp; Söhne",
            "All systems operational",
            "Web shop",
            "Not monitored")
        .doesNotContain("<script>", "style=");
  }

  @Test
  void showsWhatIsWrongAsSoonAsItIsSaid() {
    String id = stage.incident("<b>Payments</b> fail", "CRITICAL", null);
    ApiReply open = stage.shows("", "&lt;b&gt;Payments&lt;/b&gt; fail");
    assertThat(open.text())
        .contains("Major outage", "Major outage", "We are looking")
        .contains("/incidents/" + id);
    assertThat(open.text().substring(open.text().indexOf("Past incidents")))
        .doesNotContain("Payments");

    stage.update(id, "RESOLVED", "A cable was loose");
    ApiReply over = stage.shows("", "A cable was loose");
    assertThat(over.text())
        .contains("All systems operational", "Past incidents")
        .doesNotContain("Active incidents");
  }

  @Test
  void tellsItsHeadAloneAndGoesOn() {
    try (RawHttp raw = new RawHttp(stage.app.port())) {
      String rest = " HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n";
      raw.send("HEAD " + stage.site("") + rest + "\r\n");
      raw.send("GET /status/no-such-page/feed.rss" + rest + "Connection: close\r\n\r\n");
      assertThat(raw.readToEnd())
          .startsWith("HTTP/1.1 200 OK\r\n")
          .containsPattern("(?i)content-encoding: gzip\r\n(.+\r\n)*\r\nHTTP/1.1 404 ");
    }
  }

  @Test
  void keepsToItselfWhatIsToBeSaidLater() {
    stage.incident("Not yet", "MAJOR", "2099-01-01T00:00:00Z");
    stage.incident("Now", "MINOR", null);
    assertThat(stage.shows("", ">Now<").text()).doesNotContain("Not yet");
  }

  @Test
  void whoHasItAlreadyGetsItOnce() {
    ApiReply first = stage.read("").hasStatus(200);
    ApiReply again = readUnless(first);
    if (again.status() == 200) { // The page tells the minute, and a new one has just begun.
      first = again;
      again = readUnless(first);
    }
    assertThat(again.hasStatus(304).matchesContract("showStatusPage").text()).isEmpty();
    assertThat(again.header("etag")).isEqualTo(first.header("etag"));
    assertThat(again.header("cache-control")).isEqualTo(first.header("cache-control"));
  }

  private ApiReply readUnless(ApiReply known) {
    return stage.reader.with("If-None-Match", known.header("etag")).get(stage.site(""));
  }

  @Test
  void isPackedForThoseWhoUnderstandIt() {
    ApiReply plain = stage.read("");
    try (RawHttp raw = new RawHttp(stage.app.port())) {
      RawHttp.Answer packed =
          raw.send(
                  "GET "
                      + stage.site("")
                      + " HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br, gzip\r\n\r\n")
              .readAnswer();
      assertThat(packed.header("content-encoding")).isEqualTo("gzip");
      assertThat(packed.header("vary")).startsWith("accept-encoding, accept-language");
      assertThat(packed.header("etag")).isNotEqualTo(plain.header("etag")).endsWith("-gzip\"");
      assertThat(Integer.parseInt(packed.header("content-length")))
          .isLessThan(plain.text().length() / 4);
    }
  }

  @Test
  void speaksTheReadersLanguage() {
    String german =
        stage.reader.with("Accept-Language", "de-AT, en;q=0.5").get(stage.site("")).text();
    assertThat(german).contains("<html lang=\"de\"", "Alle Systeme in Betrieb");
    assertThat(stage.reader.with("Accept-Language", "fr").get(stage.site("")).text())
        .contains("<html lang=\"en\"");
    assertThat(stage.read("?lang=de").text())
        .contains("Alle Systeme in Betrieb", stage.site("/history") + "?lang=de");
    assertThat(stage.read("?lang=xx").hasStatus(200).text()).contains("<html lang=\"en\"");
  }

  @Test
  void isFoundInAnyCaseAndWhenItMoves() {
    stage.reader.get("/status/" + stage.url.toUpperCase(Locale.ROOT)).hasStatus(200);
    String moved = stage.url + "-new";
    stage
        .owner
        .put(
            "/v1/status-pages/" + stage.page,
            "{\"name\":\"Acme\",\"url\":\"%s\",\"cards\":[]}".formatted(moved))
        .hasStatus(200);
    stage.eventually("", reply -> reply.status() == 404);
    assertThat(stage.eventually("-new", reply -> reply.status() == 200).text())
        .contains("This page shows no services yet.");
  }

  /** Nothing on it can be operational, or affected by maintenance of everything. */
  @Test
  void saysOnlyThatItShowsNoServices() {
    stage
        .owner
        .post(
            "/v1/maintenance-windows",
            """
            {"name":"Move","startsAt":"%s","endsAt":"%s","silenceAllAlerts":true,
             "statusPageVisibility":{"enabled":true}}"""
                .formatted(Instant.now().minusSeconds(60), Instant.now().plusSeconds(3_600)))
        .hasStatus(201);
    stage.shows("", "Move");
    stage
        .owner
        .put(
            "/v1/status-pages/" + stage.page,
            "{\"name\":\"Acme\",\"url\":\"%s\",\"cards\":[]}".formatted(stage.url))
        .hasStatus(200);
    assertThat(stage.shows("", "This page shows no services yet.").text())
        .doesNotContain("operational", "Move");
    assertThat(stage.read("/badge.svg").text()).contains(": No services yet");
    assertThat(stage.read("/embed").text()).doesNotContain("operational");
  }

  @Test
  void saysSoWhenThereIsNone() {
    ApiReply reply = stage.reader.get("/status/no-such-page");
    assertThat(reply.hasStatus(404).matchesContract("showStatusPage").text())
        .contains("Page not found");
    assertThat(reply.header("cache-control")).isEqualTo("no-store");
    stage.reader.get("/status/" + "x".repeat(64)).isInvalid("/url");
  }

  @Test
  void isGoneWithItsDeletionAndBackWithItsCreation() {
    for (int round = 0; round < 20; round++) {
      stage.shows("", "Acme");
      String id = round == 0 ? stage.page : pageId();
      // Makes the instance read the page at this moment.
      stage.owner.put("/v1/status-pages/" + id, page("Acme")).hasStatus(200);
      stage.owner.delete("/v1/status-pages/" + id).hasStatus(204);
      stage.reader.get("/status/" + stage.url).hasStatus(404);
      stage.owner.post("/v1/status-pages", page("Acme " + round)).hasStatus(201);
      assertThat(stage.reader.get("/status/" + stage.url).hasStatus(200).text())
          .contains("Acme " + round);
    }
  }

  private String pageId() {
    return stage.owner.get("/v1/status-pages").json().at("/entries/0/id").asText();
  }

  private String page(String name) {
    return "{\"name\":\"%s\",\"url\":\"%s\",\"cards\":[]}".formatted(name, stage.url);
  }

  @Test
  void isGoneOnOtherInstancesWithinASecond() {
    try (TestApp own = TestApp.start(Map.of());
        TestApp other = TestApp.startOn(own.database().address(), Map.of())) {
      SiteFixture there = new SiteFixture(own, "");
      ApiClient reader = other.client();
      long shown = System.nanoTime() + 10_000_000_000L;
      while (reader.get("/status/" + there.url).status() != 200) {
        assertThat(System.nanoTime()).isLessThan(shown);
        Polling.pause();
      }
      there.owner.delete("/v1/status-pages/" + there.page).hasStatus(204);
      long second = System.nanoTime() + 1_000_000_000L;
      while (reader.get("/status/" + there.url).status() != 404) {
        assertThat(System.nanoTime()).isLessThan(second);
        Polling.pause();
      }
    }
  }
}
