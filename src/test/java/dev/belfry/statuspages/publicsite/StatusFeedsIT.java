package dev.belfry.statuspages.publicsite;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.rometools.rome.feed.synd.SyndCategory;
import com.rometools.rome.feed.synd.SyndEntry;
import com.rometools.rome.feed.synd.SyndFeed;
import com.rometools.rome.feed.synd.SyndLink;
import com.rometools.rome.io.SyndFeedInput;
import com.rometools.rome.io.XmlReader;
import dev.belfry.testing.ApiReply;
import java.io.ByteArrayInputStream;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code GET /status/{url}/feed.rss}, {@code feed.atom} and {@code feed.json}, as read by ROME. */
class StatusFeedsIT {
  private final SiteFixture stage = new SiteFixture();

  static SyndFeed read(String document) throws Exception {
    SyndFeedInput input = new SyndFeedInput();
    return input.build(new XmlReader(new ByteArrayInputStream(document.getBytes(UTF_8))));
  }

  private String incident() {
    String id = stage.incident("<b>Payments</b> fail", "MAJOR", "2026-01-03T07:04:05Z");
    stage.update(id, "MONITORING", "A & B are back\\n<script>alert(1)</script>");
    stage.shows("", "A &amp; B are back");
    return id;
  }

  @Test
  void rssTellsWhatPeopleRead() throws Exception {
    String id = incident();
    ApiReply reply = stage.read("/feed.rss").hasStatus(200);
    assertThat(reply.text()).contains("<pubDate>Sat, 03 Jan 2026 07:04:05 GMT</pubDate>");
    SyndFeed feed = read(reply.text());
    assertThat(feed.getFeedType()).isEqualTo("rss_2.0");
    assertThat(feed.getLanguage()).isEqualTo("en");
    holds(feed, id);
    assertThat(reply.text())
        .contains("<atom:link rel=\"self\" type=\"application/rss+xml\" href=\"" + feed.getLink());
    assertThat(feed.getEntries().get(0).getDescription().getValue())
        .contains("We are looking", "&lt;script&gt;alert(1)&lt;/script&gt;");
  }

  @Test
  void atomTellsWhatPeopleRead() throws Exception {
    String id = incident();
    SyndFeed feed = read(stage.read("/feed.atom").hasStatus(200).text());
    assertThat(feed.getFeedType()).isEqualTo("atom_1.0");
    assertThat(feed.getUri()).isEqualTo("urn:uuid:" + stage.page);
    assertThat(link(feed, "self")).isEqualTo(link(feed, "alternate") + "/feed.atom");
    holds(feed, id);
    SyndEntry entry = feed.getEntries().get(0);
    assertThat(entry.getUpdatedDate().toInstant()).isAfter(entry.getPublishedDate().toInstant());
    assertThat(entry.getContents().get(0).getValue())
        .containsSubsequence(
            "Severity: Major",
            "Affects Web shop",
            "<strong>Monitoring</strong>",
            "<p>A &amp; B are back</p>",
            "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>",
            "<strong>Investigating</strong>",
            "<p>We are looking</p>");
  }

  private static String link(SyndFeed feed, String rel) {
    return feed.getLinks().stream()
        .filter(link -> link.getRel().equals(rel))
        .map(SyndLink::getHref)
        .findFirst()
        .orElseThrow();
  }

  /** Of Atom, ROME's link is where the feed is. */
  private static String home(SyndFeed feed) {
    return feed.getFeedType().startsWith("atom") ? link(feed, "alternate") : feed.getLink();
  }

  private void holds(SyndFeed feed, String id) {
    assertThat(feed.getTitle()).isEqualTo("Acme & Söhne");
    assertThat(home(feed)).startsWith("http").endsWith(stage.site(""));
    assertThat(feed.getEntries()).hasSize(1);
    SyndEntry entry = feed.getEntries().get(0);
    assertThat(entry.getUri()).isEqualTo("urn:uuid:" + id);
    assertThat(entry.getTitle()).isEqualTo("<b>Payments</b> fail");
    assertThat(entry.getLink()).isEqualTo(home(feed) + "/incidents/" + id);
    assertThat(entry.getPublishedDate().toInstant())
        .isEqualTo(Instant.parse("2026-01-03T07:04:05Z"));
    assertThat(entry.getCategories())
        .extracting(SyndCategory::getName)
        .containsExactly("Major", "Monitoring", "Web shop");
  }

  @Test
  void jsonTellsWhatPeopleRead() {
    String id = incident();
    JsonNode feed = stage.read("/feed.json").hasStatus(200).json();
    String home = feed.path("home_page_url").asText();
    assertThat(feed.path("version").asText()).isEqualTo("https://jsonfeed.org/version/1.1");
    assertThat(feed.path("feed_url").asText()).isEqualTo(home + "/feed.json");
    JsonNode item = feed.at("/items/0");
    assertThat(item.path("id").asText()).isEqualTo("urn:uuid:" + id);
    assertThat(item.path("url").asText()).isEqualTo(home + "/incidents/" + id);
    assertThat(item.path("title").asText()).isEqualTo("<b>Payments</b> fail");
    assertThat(item.path("date_published").asText()).isEqualTo("2026-01-03T07:04:05.000Z");
    assertThat(item.path("content_html").asText()).contains("&lt;script&gt;", "We are looking");
    assertThat(item.path("tags").toString()).isEqualTo("[\"Major\",\"Monitoring\",\"Web shop\"]");
  }

  @Test
  void speakTheReadersLanguage() throws Exception {
    incident();
    String german = stage.reader.with("Accept-Language", "de").get(stage.site("/feed.rss")).text();
    assertThat(read(german).getLanguage()).isEqualTo("de");
    assertThat(german).contains("Wird beobachtet", "Betrifft Web shop");
    SyndFeed asked = read(stage.read("/feed.atom?lang=de").text());
    assertThat(home(asked)).endsWith(stage.site("") + "?lang=de");
    assertThat(asked.getEntries().get(0).getLink()).endsWith("?lang=de");
  }

  @Test
  void tellOfMaintenanceOncePerWindow() throws Exception {
    incident();
    stage
        .owner
        .post(
            "/v1/maintenance-windows",
            """
            {"name":"Backup","description":"Every night","startsAt":"2026-01-01T01:00:00Z",
             "endsAt":"2026-01-01T01:30:00Z","repeatUnit":"DAY","repeatInterval":1,"tags":["x"],
             "repeatEndsAt":"2099-01-01T00:00:00Z","statusPageVisibility":{"enabled":true}}""")
        .hasStatus(201);
    List<SyndEntry> entries = read(stage.shows("/feed.rss", "Every night").text()).getEntries();
    assertThat(entries)
        .filteredOn(entry -> entry.getTitle().equals("Maintenance: Backup"))
        .hasSizeBetween(2, 3)
        .allSatisfy(entry -> assertThat(entry.getUri()).startsWith("urn:uuid:"))
        .allSatisfy(entry -> assertThat(entry.getLink()).contains(stage.site(""), "#m-"))
        .allSatisfy(entry -> assertThat(entry.getPublishedDate()).isInThePast());
  }

  @Test
  void sayNothingBeforeItsTime() {
    stage.incident("Not yet", "MAJOR", "2099-01-01T00:00:00Z");
    stage.incident("Now", "MINOR", null);
    assertThat(stage.shows("/feed.json", "Now").text()).doesNotContain("Not yet");
  }
}
