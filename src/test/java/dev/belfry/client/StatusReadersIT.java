package dev.belfry.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.statuspages.publicsite.SiteFixture;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Status pages as programs of others read them: the package {@code statuspage.io}, a client of the
 * Statuspage API, and {@code jsonfeed-schema} for the feed.
 */
class StatusReadersIT {
  private static final int SECONDS = 60;

  private final SiteFixture stage = new SiteFixture();

  private JsonNode read() {
    NodeProject project = NodeProject.of("status-readers");
    String address = "http://127.0.0.1:" + TestApp.shared().port() + stage.site("");
    return new Command(project.home(), Map.of("PATH", System.getenv("PATH")), SECONDS)
        .run(project.script("read.js", address))
        .well()
        .json();
  }

  @Test
  void findWhatTheyLookFor() {
    String open = stage.incident("Payments fail", "MAJOR", null);
    String over = stage.incident("Search was slow", "MINOR", "2026-01-02T03:04:05Z");
    stage.update(over, "RESOLVED", "An index was missing");
    stage.shows("/api/v2/incidents.json", "An index was missing");
    JsonNode read = read();

    JsonNode summary = read.path("summary");
    assertThat(summary.at("/page/name").asText()).isEqualTo("Acme & Söhne");
    assertThat(summary.at("/status/indicator").asText()).isEqualTo("major");
    assertThat(summary.path("incidents").findValuesAsText("impact")).containsExactly("major");
    assertThat(summary.path("scheduled_maintenances")).isEmpty();
    assertThat(read.at("/status/status")).isEqualTo(summary.path("status"));
    assertThat(read.at("/components/components")).isEqualTo(summary.path("components")).hasSize(2);
    assertThat(read.at("/incidents/incidents")).hasSize(2);
    assertThat(read.at("/unresolved/incidents")).hasSize(1);
    assertThat(read.at("/unresolved/incidents/0/id").asText()).isEqualTo(open);
    assertThat(read.at("/upcoming/scheduled_maintenances").isArray()).isTrue();
  }

  @Test
  void holdTheFeedAgainstItsSchema() {
    stage.incident("Payments fail", "MAJOR", null);
    stage.shows("/feed.json", "Payments fail");
    JsonNode read = read();
    assertThat(read.path("feedErrors")).isEmpty();
    assertThat(read.at("/feed/items")).hasSize(1);
    JsonNode broken = read.path("brokenErrors");
    assertThat(broken).as("a feed without title and items is refused").isNotEmpty();
  }
}
