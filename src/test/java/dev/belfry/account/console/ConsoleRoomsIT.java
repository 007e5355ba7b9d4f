package dev.belfry.account.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belfry.account.console.ConsoleFixture.button;
import static dev.belfry.account.console.ConsoleFixture.heading;
import static dev.belfry.account.console.ConsoleFixture.link;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.belfry.browser.Appearance;
import dev.belfry.browser.BrowserVisit;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Settings of the account made, changed and deleted in the console. */
@Timeout(300)
class ConsoleRoomsIT {
  private final ConsoleFixture stage = new ConsoleFixture();

  private static void confirm(Page page, String question, String answer) {
    button(page, question).click();
    page.locator("dialog[open]").getByText(answer).last().click();
  }

  @Test
  void makesAStatusPageMovesItsCardsByKeyboardAndDeletesIt() {
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console/pages/new", stage.acme.key());
      String url = "shop-" + System.nanoTime();
      button(page, "Create status page").click();
      assertThat(page.getByText("Please fix 2 fields.")).isVisible();
      assertThat(page.getByLabel("Title")).isFocused();
      page.getByLabel("Title").fill("Acme shop");
      page.getByLabel("Address").fill(url);
      page.getByLabel("Add a service").fill("Checkout");
      button(page, "Add a service to Services").click();
      assertThat(page.locator(".sample")).containsText("Checkout");
      button(page, "Add a card").click();
      page.getByLabel("Card 2").fill("Inner");
      page.keyboard().press("Alt+ArrowUp");
      assertThat(page.getByLabel("Card 1")).hasValue("Inner");
      page.getByLabel("Card of Checkout").selectOption("Inner");
      button(page, "Create status page").click();
      assertThat(heading(page, "Acme shop")).isVisible();
      ApiReply made = stage.client.get("/v1/status-pages").hasStatus(200);
      assertThat(made.at("/entries/0/cards/0/name").asText()).isEqualTo("Inner");
      assertThat(made.at("/entries/0/cards/0/services/0/name").asText()).isEqualTo("Checkout");

      page.getByText("Private: only holders").click();
      button(page, "Save").click();
      assertThat(page.getByText("so the page has no readers")).isVisible();
      page.locator("#reader-name").fill("Customers");
      button(page, "Create key").click();
      assertThat(page.locator(".made")).containsText("sp_");
      button(page, "Done").click();
      assertThat(page.locator("tbody th").getByText("Customers")).isVisible();
      page.getByLabel("Title").fill("Acme store");
      button(page, "Save").click();
      assertThat(heading(page, "Acme store")).isVisible();
      ApiReply saved = stage.client.get("/v1/status-pages");
      assertThat(saved.at("/entries/0/isPrivate").asBoolean()).isTrue();
      assertThat(saved.at("/entries/0/keys/0/name").asText()).isEqualTo("Customers");
      confirm(page, "Delete", "Delete");
      assertThat(heading(page, "No status pages yet")).isVisible();
      assertThat(stage.client.get("/v1/status-pages").at("/entries").size()).isZero();
    }
  }

  @Test
  void linksAMonitorToAService() {
    stage
        .client
        .post(
            "/v1/checks/url",
            "{\"name\":\"Front\",\"activated\":false,\"request\":{\"url\":\"https://e.org\"}}")
        .hasStatus(201);
    stage.until("/v1/check-overview", reply -> reply.at("/total").asInt() == 1);
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console/services", stage.acme.key());
      page.getByLabel("New service").fill("Website");
      button(page, "Create service").click();
      link(page, "Website").click();
      button(page, "Link a monitor").click();
      page.locator("#monitor").selectOption("Front");
      button(page, "Link the monitor").click();
      assertThat(link(page, "Front")).isVisible();
      assertThat(stage.client.get("/v1/checks").at("/0/triggerIncident/name").asText())
          .isEqualTo("Website is unavailable");
      confirm(page, "Delete", "Delete");
      assertThat(heading(page, "No services yet")).isVisible();
      assertThat(stage.client.get("/v1/checks").at("/0/triggerIncident").isNull()).isTrue();
    }
  }

  @Test
  void plansMaintenanceInATimeZone() {
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console/maintenance/new", stage.acme.key());
      page.getByLabel("Name").fill("Patches");
      page.getByLabel("Time zone").selectOption("Europe/Berlin");
      page.getByLabel("Start").fill("2099-07-01T02:00");
      page.getByLabel("End").fill("2099-07-01T04:00");
      page.getByLabel("Monitors with these tags do not alert").fill("db");
      button(page, "Plan maintenance").click();
      assertThat(link(page, "Patches")).isVisible();
      ApiReply windows = stage.client.get("/v1/maintenance-windows");
      assertThat(windows.at("/0/startsAt").asText()).startsWith("2099-07-01T00:00:00");
      assertThat(windows.at("/0/timezone").asText()).isEqualTo("Europe/Berlin");
      link(page, "Patches").click();
      page.getByLabel("Name").fill("More patches");
      page.getByLabel("Repeat", new Page.GetByLabelOptions().setExact(true)).selectOption("WEEK");
      button(page, "Save").click();
      assertThat(page.getByText("Every week")).isVisible();
      assertThat(stage.client.get("/v1/maintenance-windows").at("/0/repeatUnit").asText())
          .isEqualTo("WEEK");
      confirm(page, "Delete", "Delete");
      assertThat(heading(page, "No maintenance yet")).isVisible();
      assertThat(stage.client.get("/v1/maintenance-windows").text()).isEqualTo("[]");
    }
  }

  @Test
  void makesRenamesAndDeletesALocation() {
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console/locations/new", stage.acme.key());
      page.getByLabel("Name", new Page.GetByLabelOptions().setExact(true)).fill("Our cellar");
      assertThat(page.getByLabel("Short name")).hasValue("our-cellar");
      button(page, "Create location").click();
      assertThat(page.locator(".made")).containsText("BELFRY_LOCATIONS=our-cellar");
      button(page, "Done").click();
      button(page, "Edit").click();
      page.getByLabel("Name", new Page.GetByLabelOptions().setExact(true)).fill("Attic");
      button(page, "Save").click();
      assertThat(heading(page, "Attic")).isVisible();
      assertThat(stage.client.get("/v1/private-locations").at("/0/name").asText())
          .isEqualTo("Attic");
      confirm(page, "Delete", "Delete");
      assertThat(heading(page, "No private locations yet")).isVisible();
      assertThat(stage.client.get("/v1/private-locations").text()).isEqualTo("[]");
    }
  }

  @Test
  void makesChangesAndDeletesAVariable() {
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console/variables/new", stage.acme.key());
      page.getByLabel("Name").fill("1st");
      button(page, "Create variable").click();
      assertThat(page.getByText("Use letters, digits, _ and -")).isVisible();
      assertThat(page.getByLabel("Name")).isFocused();
      page.getByLabel("Name").fill("TOKEN");
      link(page, "Cancel").click();
      button(page, "Stay").click();
      assertThat(page.getByLabel("Name")).hasValue("TOKEN");
      page.getByLabel("Value").fill("abc");
      button(page, "Create variable").click();
      link(page, "Edit TOKEN").click();
      page.getByLabel("Kind").selectOption("secret");
      page.getByLabel("Value").fill("hidden words");
      button(page, "Save").click();
      assertThat(page.locator("table")).containsText("Secret");
      assertThat(page.locator("main")).not().containsText("hidden words");
      assertThat(stage.client.get("/v1/variables").at("/0/secret").asBoolean()).isTrue();
      confirm(page, "Delete", "Delete");
      assertThat(heading(page, "No variables yet")).isVisible();
      assertThat(stage.client.get("/v1/variables").text()).isEqualTo("[]");
    }
  }

  @Test
  void changesAGroupAsAWhole() {
    String channel = stage.channel();
    String id = stage.client.post("/v2/check-groups", "{\"name\":\"Shop\"}").hasStatus(201).id();
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console/groups", stage.acme.key());
      link(page, "Shop").click();
      page.getByLabel("Tags").fill("a, b");
      page.getByLabel("After a failed run").selectOption("FIXED");
      page.getByLabel("Retries at most").fill("4");
      page.getByLabel("Alert rules").selectOption("false");
      page.getByLabel("Failed runs").selectOption("3");
      page.locator("#channel-" + channel).selectOption("off");
      button(page, "Save").click();
      assertThat(page.getByText("The group is saved.").first()).isVisible();
      ApiReply group = stage.client.get("/v1/check-groups/" + id);
      assertThat(group.at("/tags").toString()).isEqualTo("[\"a\",\"b\"]");
      assertThat(group.at("/retryStrategy/maxRetries").asInt()).isEqualTo(4);
      assertThat(group.at("/alertSettings/runBasedEscalation/failedRunThreshold").asInt())
          .isEqualTo(3);
      assertThat(group.at("/alertChannelSubscriptions/0/activated").asBoolean()).isFalse();
      confirm(page, "Delete", "Delete");
      assertThat(page.getByText("There are no groups.")).isVisible();
      stage.client.get("/v1/check-groups/" + id).hasStatus(404);
    }
  }

  @Test
  void aWebhookIsOfferedTheServicesThatAreKnown() {
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      visit.expect("/v1/alert-channels answered 400");
      Page page = stage.signIn(visit, "/console/channels/new", stage.acme.key());
      page.getByLabel("Type").selectOption("WEBHOOK");
      page.getByLabel("Name", new Page.GetByLabelOptions().setExact(true)).fill("Chat");
      page.getByLabel("Address").fill("https://example.org/hook");
      page.getByLabel("Service").selectOption("WEBHOOK_TELEGRAM");
      assertThat(page.getByText("sendMessage, query parameter chat_id")).isVisible();
      button(page, "Add channel").click();
      assertThat(page.getByText("must have chat_id").first()).isVisible();
      page.getByLabel("Service").selectOption("WEBHOOK_DISCORD");
      button(page, "Add channel").click();
      assertThat(page.getByText("The channel is added.")).isVisible();
    }
    assertThat(stage.client.get("/v1/alert-channels").text()).contains("WEBHOOK_DISCORD");
  }
}
