package dev.belfry.statuspages.publicsite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.RawHttp;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What all documents for programs have in common. */
class SiteDataIT {
  private static final String PUBLIC = "public, max-age=5, ";
  private static final SiteFixture OPEN = new SiteFixture();
  private static final SiteFixture LOCKED =
      new SiteFixture(TestApp.shared(), "\"isPrivate\":true,");

  static Stream<Arguments> documents() {
    return Stream.of(
        Arguments.of("showStatusRss", "/feed.rss", "application/rss+xml"),
        Arguments.of("showStatusAtom", "/feed.atom", "application/atom+xml"),
        Arguments.of("showStatusJsonFeed", "/feed.json", "application/feed+json"),
        Arguments.of("showStatusSummary", api("summary"), "application/json"),
        Arguments.of("showStatusIndicator", api("status"), "application/json"),
        Arguments.of("showStatusComponents", api("components"), "application/json"),
        Arguments.of("showStatusIncidents", api("incidents"), "application/json"),
        Arguments.of("showStatusUnresolved", api("incidents/unresolved"), "application/json"),
        Arguments.of("showStatusMaintenances", api("scheduled-maintenances"), "application/json"),
        Arguments.of(
            "showStatusUpcoming", api("scheduled-maintenances/upcoming"), "application/json"),
        Arguments.of("showStatusActive", api("scheduled-maintenances/active"), "application/json"));
  }

  private static String api(String document) {
    return "/api/v2/" + document + ".json";
  }

  @ParameterizedTest
  @MethodSource("documents")
  void isThereForScriptsOfAnySite(String operation, String part, String type) {
    ApiReply reply = OPEN.read(part).hasStatus(200).matchesContract(operation);
    assertThat(reply.header("content-type")).isEqualTo(type + "; charset=utf-8");
    assertThat(reply.header("cache-control")).startsWith(PUBLIC);
    assertThat(reply.header("access-control-allow-origin")).isEqualTo("*");
    assertThat(reply.text()).contains("/status/" + OPEN.url).contains("Acme");
  }

  @ParameterizedTest
  @MethodSource("documents")
  void isSentOnce(String operation, String part, String type) {
    ApiReply first = OPEN.read(part).hasStatus(200);
    ApiReply again = OPEN.reader.with("If-None-Match", first.header("etag")).get(OPEN.site(part));
    assertThat(again.hasStatus(304).matchesContract(operation).text()).isEmpty();
    assertThat(again.header("etag")).isEqualTo(first.header("etag"));
    assertThat(again.header("cache-control")).startsWith(PUBLIC);
    assertThat(again.header("access-control-allow-origin")).isEqualTo("*");
    String tag = first.header("etag");
    for (String known : List.of("W/" + tag, "\"other\", " + tag, "*")) {
      OPEN.reader.with("If-None-Match", known).get(OPEN.site(part)).hasStatus(304);
    }
    String modified = first.header("last-modified");
    assertThat(modified).endsWith(" GMT");
    OPEN.reader.with("If-Modified-Since", modified).get(OPEN.site(part)).hasStatus(304);
    OPEN.reader
        .with("If-Modified-Since", modified)
        .with("If-None-Match", "nonsense")
        .get(OPEN.site(part))
        .hasStatus(200);
    OPEN.reader
        .with("If-Modified-Since", "Thu, 01 Jan 2015 00:00:00 GMT")
        .get(OPEN.site(part))
        .hasStatus(200);
  }

  @ParameterizedTest
  @MethodSource("documents")
  void aPrivateOneWantsAKeyAndTakesItFromTheAddress(String operation, String part, String type) {
    LOCKED.read(part).isForbidden().matchesContract(operation);
    ApiReply wrong = LOCKED.read(part + "?key=sp_wrong").isForbidden();
    assertThat(wrong.text()).doesNotContain("Acme");
    assertThat(wrong.header("cache-control")).isEqualTo("no-store");

    String key = key();
    ApiReply reply = LOCKED.eventually(part + "?key=" + key, read -> read.status() == 200);
    assertThat(reply.matchesContract(operation).text()).contains("Acme").doesNotContain(key);
    assertThat(reply.header("cache-control")).isEqualTo("private, no-cache");
    assertThat(reply.header("access-control-allow-origin")).isEmpty();
    assertThat(reply.header("set-cookie")).isEmpty();
    String cookie =
        LOCKED.send("/access", "key=" + key).hasStatus(303).header("set-cookie").split(";", 2)[0];
    LOCKED.reader.with("Cookie", cookie).get(LOCKED.site(part)).hasStatus(200);
  }

  @ParameterizedTest
  @MethodSource("documents")
  void tellsItsHeadAlone(String operation, String part, String type) {
    ApiReply whole = OPEN.read(part).hasStatus(200);
    ApiReply head = OPEN.reader.send("HEAD", OPEN.site(part), null).hasStatus(200);
    assertThat(head.text()).isEmpty();
    assertThat(head.header("etag")).isEqualTo(whole.header("etag"));
    assertThat(head.header("content-type")).isEqualTo(whole.header("content-type"));
    assertThat(head.header("content-length")).isEqualTo(whole.header("content-length"));
    OPEN.reader.send("HEAD", "/status/no-such-page" + part, null).hasStatus(404);
    OPEN.reader
        .with("If-None-Match", whole.header("etag"))
        .send("HEAD", OPEN.site(part), null)
        .hasStatus(304);
  }

  private static String key() {
    return LOCKED
        .owner
        .post("/v1/status-pages/" + LOCKED.page + "/keys", "{\"name\":\"Reader\"}")
        .hasStatus(201)
        .at("/rawKey")
        .asText();
  }

  @ParameterizedTest
  @MethodSource("documents")
  void saysInJsonWhatIsWrong(String operation, String part, String type) {
    ApiClient reader = OPEN.reader;
    reader.get("/status/no-such-page" + part).isNotFound().matchesContract(operation);
    reader.get("/status/" + "x".repeat(64) + part).isInvalid("/url").matchesContract(operation);
  }

  @Test
  void isFoundAtADomainOfThePage() {
    String domain = "status-" + UUID.randomUUID() + ".example.org";
    SiteFixture stage = new SiteFixture(TestApp.shared(), "\"customDomain\":\"" + domain + "\",");
    stage.proves(domain);
    String summary = "/api/v2/summary.json";
    assertThat(stage.eventuallyAt(domain, summary, told -> told.contains(domain + "\"")))
        .startsWith("200")
        .doesNotContain("/status/");
  }

  @Test
  void isPackedForThoseWhoUnderstandIt() {
    try (RawHttp raw = new RawHttp(OPEN.app.port())) {
      RawHttp.Answer packed =
          raw.send(
                  "GET "
                      + OPEN.site("/feed.rss")
                      + " HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n")
              .readAnswer();
      assertThat(packed.header("content-encoding")).isEqualTo("gzip");
      assertThat(packed.header("etag")).endsWith("-gzip\"");
    }
  }
}
