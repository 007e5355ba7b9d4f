package dev.belfry.account.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belfry.account.console.ConsoleFixture.everybody;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import dev.belfry.browser.Appearance;
import dev.belfry.browser.BrowserVisit;
import dev.belfry.browser.DayAndNight;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every view of status pages, maintenance, locations, variables, groups, deployments, settings. */
@Timeout(300)
class ConsoleRoomsLookIT {
  private final ConsoleFixture stage = new ConsoleFixture();

  /** The paths of all rooms, with something in each. */
  private String[] rooms() {
    String service =
        stage
            .client
            .post("/v1/status-pages/services", "{\"name\":\"Website\"}")
            .hasStatus(201)
            .id();
    String status =
        stage
            .client
            .post(
                "/v1/status-pages",
                """
                {"name":"Acme","url":"acme-%d","customDomain":"status.acme.example",
                 "isPrivate":true,"cards":[{"name":"Shop","services":[{"id":"%s"}]}]}"""
                    .formatted(System.nanoTime(), service))
            .hasStatus(201)
            .id();
    stage
        .client
        .post("/v1/status-pages/" + status + "/keys", "{\"name\":\"Customers\"}")
        .hasStatus(201);
    stage
        .client
        .post(
            "/v1/status-pages/" + status + "/subscriptions",
            "{\"type\":\"WEBHOOK\",\"config\":\"https://e.org/hook\"}")
        .hasStatus(201);
    String place =
        stage
            .client
            .post("/v1/private-locations", "{\"name\":\"Cellar\",\"slugName\":\"cellar\"}")
            .hasStatus(201)
            .id();
    String group = stage.client.post("/v2/check-groups", "{\"name\":\"Shop\"}").hasStatus(201).id();
    stage.client.post("/v1/variables", "{\"key\":\"A\",\"value\":\"1\"}").hasStatus(201);
    stage
        .client
        .post(
            "/v1/maintenance-windows",
            """
            {"name":"Patches","startsAt":"2026-01-01T00:00:00Z","endsAt":"2026-01-01T01:00:00Z",
             "repeatUnit":"DAY","silenceAllAlerts":true}""")
        .hasStatus(201);
    stage
        .client
        .post(
            "/v1/projects/deploy",
            """
            {"project":{"logicalId":"shop","name":"Shop"},"resources":[{"logicalId":"front",
             "type":"check","payload":{"checkType":"URL","name":"Front","activated":false,
             "request":{"url":"https://e.org"}}}]}""")
        .hasStatus(202);
    String deploy = stage.client.get("/v1/projects/shop/deployments").at("/0/id").asText();
    return new String[] {
      "/pages", "/pages/" + status, "/services", "/services/" + service, "/maintenance",
      "/locations", "/locations/" + place, "/variables", "/groups/" + group, "/deployments",
      "/deployments/shop", "/deployments/shop/" + deploy, "/settings"
    };
  }

  @DayAndNight
  void everyRoomIsForEverybody(Appearance appearance) {
    String[] rooms = rooms();
    String[] forms = {"/pages/new", "/maintenance/new", "/locations/new", "/variables/new"};
    try (BrowserVisit visit = BrowserVisit.to(stage.app, appearance)) {
      Page page = stage.signIn(visit, "/console", stage.acme.key());
      look(visit, page, "room", rooms);
      look(visit, page, "room", forms);
    }
  }

  /** The same rooms with less in them, so that one look is enough. */
  @Test
  void everyRoomIsForThoseWhoOnlyRead() {
    String[] rooms = rooms();
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.DARK_NARROW)) {
      Page page = stage.signIn(visit, "/console", stage.acme.readKey());
      look(visit, page, "room-read-only", rooms);
      assertThat(page.getByText("Read only", new Page.GetByTextOptions().setExact(true)))
          .isVisible();
    }
  }

  /** Incidents change the preview as they change the page. */
  @Test
  void previewsAPageAsItIsAndSharesIt() {
    String service =
        stage
            .client
            .post("/v1/status-pages/services", "{\"name\":\"Checkout\"}")
            .hasStatus(201)
            .id();
    String status =
        stage
            .client
            .post(
                "/v1/status-pages",
                "{\"name\":\"Acme\",\"url\":\"%s\",\"cards\":[{\"name\":\"Shop\",\"services\":[{\"id\":\"%s\"}]}]}"
                    .formatted("acme-" + service, service))
            .hasStatus(201)
            .id();
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console/pages/" + status, stage.acme.key());
      assertThat(page.locator(".sample")).containsText("All systems operational");
      assertThat(page.locator("[aria-labelledby=share]"))
          .containsText("/status/acme-" + service + "/badge.svg");
      stage
          .client
          .post(
              "/v1/status-pages/incidents",
              """
              {"name":"Slow","severity":"MINOR","services":[{"id":"%s"}],
               "incidentUpdates":[{"description":"We look","status":"INVESTIGATING"}]}"""
                  .formatted(service))
          .hasStatus(201);
      assertThat(page.locator(".sample-state.warn")).hasText("Degraded performance");
      assertThat(page.locator(".sample-badge")).hasText("Degraded performance");
      everybody(visit, page, "page-preview");
    }
  }

  /** What stands in place of an empty list leaves the rest of the view free. */
  @Test
  void emptyRoomsCoverNothing() {
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console", stage.acme.key());
      for (String path :
          new String[] {
            "/pages",
            "/services",
            "/maintenance",
            "/on-call",
            "/teams",
            "/locations",
            "/variables",
            "/deployments"
          }) {
        page.navigate("/console" + path);
        BoundingBox title = page.locator("main h1").boundingBox();
        assertThat(page.locator("main .nothing")).isVisible();
        Assertions.assertThat(page.locator("main .nothing").boundingBox().y)
            .as(path)
            .isGreaterThan(title.y + title.height);
      }
    }
  }

  private static void look(BrowserVisit visit, Page page, String prefix, String[] paths) {
    for (String path : paths) {
      page.navigate("/console" + path);
      assertThat(page.locator("main h1")).isVisible();
      assertThat(page.locator("main [aria-busy=true]")).hasCount(0);
      String name = path.replaceAll("/[^/]*-[^/]*-[^/]*", "-one").replace('/', '-');
      everybody(visit, page, prefix + name);
    }
  }
}
