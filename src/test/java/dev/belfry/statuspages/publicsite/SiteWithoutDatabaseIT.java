package dev.belfry.statuspages.publicsite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.platform.db.embedded.EmbeddedServer;
import dev.belfry.platform.db.schema.Migrations;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.RealClock;
import dev.belfry.testing.ServerSignal;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Status pages are read above all when something is wrong, be it our own database. */
@RealClock("A frozen server is told from a slow one by time-outs.")
class SiteWithoutDatabaseIT {
  @TempDir private Path directory;

  @Test
  void pagesStayAndGoOnWhereTheyWere() {
    EmbeddedServer postgres = EmbeddedServer.start(directory, true);
    new Migrations().migrate(postgres.address());
    try (TestApp app =
        TestApp.startOn(postgres.address(), Map.of("BELFRY_DATABASE_TIMEOUT", "900ms"))) {
      SiteFixture stage = new SiteFixture(app, "");
      SiteFixture unread = new SiteFixture(app, "");
      String id = stage.incident("Before", "MAJOR", null);
      stage.shows("", "Before");
      ServerSignal.send(directory, "KILL");
      postgres.close();
      stage.owner.get("/v1/checks").hasStatus(503);

      assertThat(stage.read("").hasStatus(200).text()).contains("Before");
      assertThat(stage.read("/incidents/" + id).hasStatus(200).text()).contains("We are looking");
      assertThat(unread.read("").hasStatus(200).text()).contains("Web shop");
      assertThat(stage.read("/feed.atom").hasStatus(200).text()).contains("Before");
      stage.reader.get("/status/no-such-page/feed.atom").isNotFound();
      stage.reader.get("/status/no-such-page").hasStatus(404);
      assertThat(
              stage
                  .send("/subscribe", "type=WEBHOOK&address=https%3A%2F%2Fe.org")
                  .hasStatus(503)
                  .text())
          .contains("temporarily unavailable");

      postgres = EmbeddedServer.start(directory, true);
      stage.eventually("", reply -> stage.owner.get("/v1/checks").status() == 200);
      stage.incident("Afterwards", "MINOR", null);
      stage.shows("", "Afterwards");
    } finally {
      postgres.close();
    }
  }

  @Test
  void whatIsNotInMemoryIsToBeHadLater() {
    EmbeddedServer postgres = EmbeddedServer.start(directory, true);
    new Migrations().migrate(postgres.address());
    String url;
    try (TestApp first = TestApp.startOn(postgres.address(), Map.of())) {
      url = new SiteFixture(first, "").url;
      first
          .database()
          .execute(
              """
              INSERT INTO status_pages (id, account_id, settings, created_at)
              SELECT gen_random_uuid(), account_id,
                settings || jsonb_build_object('url', url || '-' || n), created_at
              FROM status_pages, generate_series(1, 400) n""");
    }
    try (TestApp app =
        TestApp.startOn(postgres.address(), Map.of("BELFRY_DATABASE_TIMEOUT", "900ms"))) {
      ServerSignal.send(directory, "KILL");
      postgres.close();
      String unread = "/status/" + url;
      ApiReply feed = app.client().get(unread + "/feed.rss");
      for (int page = 1; page <= 400 && feed.status() != 503; page++) {
        unread = "/status/" + url + "-" + page;
        feed = app.client().get(unread + "/feed.rss");
      }
      assertThat(feed.hasStatus(503).matchesContract("showStatusRss").at("/statusCode").asInt())
          .isEqualTo(503);
      assertThat(feed.header("retry-after")).isNotEmpty();
      ApiReply page = app.client().get(unread).hasStatus(503).matchesContract("showStatusPage");
      assertThat(page.header("retry-after")).isEqualTo("5");
      assertThat(page.text()).contains("temporarily unavailable");
    } finally {
      postgres.close();
    }
  }

  @Test
  void aFrozenDatabaseKeepsNobodyWaiting() {
    EmbeddedServer postgres = EmbeddedServer.start(directory, true);
    new Migrations().migrate(postgres.address());
    try (TestApp app =
        TestApp.startOn(postgres.address(), Map.of("BELFRY_DATABASE_TIMEOUT", "900ms"))) {
      SiteFixture stage = new SiteFixture(app, "");
      stage.read("").hasStatus(200);
      ServerSignal.send(directory, "STOP");
      try {
        stage.read("").hasStatus(200);
        stage.read("/history").hasStatus(200);
      } finally {
        ServerSignal.send(directory, "CONT");
      }
      stage.incident("Afterwards", "MINOR", null);
      stage.shows("", "Afterwards");
    } finally {
      postgres.close();
    }
  }
}
