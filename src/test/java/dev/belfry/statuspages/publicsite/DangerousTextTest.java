package dev.belfry.statuspages.publicsite;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.rometools.rome.feed.synd.SyndEntry;
import com.rometools.rome.feed.synd.SyndFeed;
import dev.belfry.monitoring.check.Severity;
import dev.belfry.statuspages.incident.IncidentStatus;
import dev.belfry.statuspages.page.PageTheme;
import dev.belfry.statuspages.subscription.SubscriptionOffer;
import java.io.ByteArrayInputStream;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.w3c.dom.Document;

/** Whatever people write, every document is well-formed and says just that. */
class DangerousTextTest {
  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
  private static final UUID ID = UUID.fromString("019cad93-2e60-7000-8000-000000000051");
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> pieces =
        Arbitraries.oneOf(
            Arbitraries.of(
                "]]>",
                "<script>alert(1)</script>",
                "&amp;",
                "&#0;",
                "<![CDATA[",
                "-->",
                "\"'",
                "😀",
                "\uD83D",
                "\uDE00",
                "\uFFFE",
                "\u0000",
                "\u0008",
                "\u000B",
                "\u0085",
                "\u2028",
                "\r\n",
                "{0}",
                "${x}",
                "?>",
                "</description>",
                "%s",
                "👩‍👩‍👧",
                "עברית",
                "\\"),
            Arbitraries.strings().ofMaxLength(20),
            Arbitraries.strings().withCharRange('\u0000', '\u001F').ofMaxLength(5));
    return pieces.list().ofMaxSize(12).map(list -> String.join("", list));
  }

  @Provide
  Arbitrary<String> longTexts() {
    return texts().map(text -> (text + "x").repeat(10_000 / (text.length() + 1) + 1));
  }

  @Property(tries = 300)
  void feedsAreReadAsTheyWereWritten(@ForAll("texts") String name, @ForAll("texts") String said)
      throws Exception {
    SiteModel model = model(name, said);
    for (String path : List.of("/feed.rss", "/feed.atom")) {
      String document = document(model, path);
      SyndFeed feed = StatusFeedsIT.read(document);
      assertThat(plain(feed.getTitle())).isEqualTo(plain(name));
      assertThat(feed.getEntries()).hasSize(2);
      SyndEntry entry = feed.getEntries().get(0);
      assertThat(plain(entry.getTitle())).isEqualTo(plain(name));
      String html =
          path.equals("/feed.rss")
              ? entry.getDescription().getValue()
              : entry.getContents().get(0).getValue();
      assertThat(html).doesNotContain("<script");
    }
  }

  @Property(tries = 30)
  void longTextsAreNoTrouble(@ForAll("longTexts") String said) throws Exception {
    SiteModel model = model("x", said);
    assertThat(elements(document(model, "/feed.rss"))).isEqualTo(2);
    assertThat(elements(document(model, "/feed.atom"))).isEqualTo(2);
    json(model, "/feed.json");
    json(model, "/api/v2/summary.json");
  }

  private static int elements(String document) throws Exception {
    Document parsed =
        DocumentBuilderFactory.newDefaultInstance()
            .newDocumentBuilder()
            .parse(
                new ByteArrayInputStream(
                    document.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    return parsed.getElementsByTagName("item").getLength()
        + parsed.getElementsByTagName("entry").getLength();
  }

  @Property(tries = 300)
  void jsonIsReadAsItWasWritten(@ForAll("texts") String name, @ForAll("texts") String said)
      throws Exception {
    SiteModel model = model(name, said);
    JsonNode feed = json(model, "/feed.json");
    assertThat(feed.at("/items/0/title").asText()).isEqualTo(whole(name));
    assertThat(feed.at("/items/0/content_html").asText()).doesNotContain("<script");
    JsonNode summary = json(model, "/api/v2/summary.json");
    assertThat(summary.at("/page/name").asText()).isEqualTo(whole(name));
    assertThat(summary.at("/incidents/0/incident_updates/0/body").asText()).isEqualTo(whole(said));
  }

  private static JsonNode json(SiteModel model, String path) throws Exception {
    return MAPPER.readTree(document(model, path));
  }

  private static String document(SiteModel model, String path) {
    return String.valueOf(
        SiteViews.of(model, new SiteKey(path, "en", null, false)).orElseThrow().plain().body());
  }

  private static SiteModel model(String name, String said) {
    ServiceRef service = new ServiceRef(UUID.randomUUID(), name);
    SiteIncident incident =
        new SiteIncident(
            UUID.randomUUID(),
            name,
            Severity.MAJOR,
            List.of(service),
            List.of(new SiteUpdate(UUID.randomUUID(), IncidentStatus.IDENTIFIED, said, NOW)),
            0);
    SiteMaintenance time =
        new SiteMaintenance(
            1,
            name,
            said,
            List.of(service),
            NOW.plusSeconds(60),
            NOW.plusSeconds(120),
            NOW.minusSeconds(60));
    return new SiteModel(
        new SiteSettings(
            ID,
            ID,
            name,
            "x",
            "http://127.0.0.1/status/x",
            said,
            null,
            null,
            null,
            null,
            PageTheme.AUTO,
            null,
            false,
            new SubscriptionOffer(true, true, true)),
        List.of(
            new SiteCard(
                UUID.randomUUID(),
                name,
                NOW,
                List.of(
                    new SiteService(
                        service.id(), name, ServiceState.PARTIAL_OUTAGE, true, List.of())))),
        List.of(incident),
        List.of(time),
        List.of(),
        NOW);
  }

  /** As far as UTF-8 can carry it. */
  private static String whole(String text) {
    return new String(
        text.getBytes(java.nio.charset.StandardCharsets.UTF_8),
        java.nio.charset.StandardCharsets.UTF_8);
  }

  /** The letters and digits alone: parsers differ in what they make of white space. */
  private static String plain(String text) {
    return text.codePoints()
        .filter(point -> point > ' ' && Character.isLetterOrDigit(point))
        .mapToObj(Character::toString)
        .collect(Collectors.joining());
  }
}
