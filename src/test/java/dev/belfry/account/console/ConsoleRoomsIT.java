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
  void saysAtItsFieldThatAnAddressIsTaken() {
    String url = "taken-" + System.nanoTime();
    stage
        .client
        .post("/v1/status-pages", "{\"name\":\"First\",\"url\":\"" + url + "\",\"cards\":[]}")
        .hasStatus(201);
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console/pages/new", stage.acme.key());
      page.getByLabel("Title").fill("Second");
      page.getByLabel("Address").fill(url);
      button(page, "Create status page").click();
      assertThat(page.locator("#url-error")).hasText("Another status page has this address.");
      assertThat(page.getByLabel("Address")).isFocused();
    }
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
  void saysThatAPageWasChangedMeanwhile() {
    String id =
        stage
            .client
            .post(
                "/v1/status-pages",
                "{\"name\":\"Old\",\"url\":\"old-%d\",\"cards\":[]}".formatted(System.nanoTime()))
            .hasStatus(201)
            .id();
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console/pages/" + id, stage.acme.key());
      assertThat(page.getByLabel("Title")).hasValue("Old");
      stage
          .client
          .put(
              "/v1/status-pages/" + id,
              "{\"name\":\"Other\",\"url\":\"other-%d\",\"cards\":[]}".formatted(System.nanoTime()))
          .hasStatus(200);
      visit.expect("answered 412");
      page.getByLabel("Title").fill("Mine");
      button(page, "Save").click();
      assertThat(page.getByText("It was changed since")).isVisible();
      button(page, "Load the new version").click();
      assertThat(page.getByLabel("Title")).hasValue("Other");
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
  void keepsUnsavedValuesOnBackExceptSecretsAndAsksBeforeSigningOut() {
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console/variables", stage.acme.key());
      link(page, "Add the first variable").click();
      page.getByLabel("Name").fill("TOKEN");
      page.getByLabel("Value").fill("abc");
      backAndForth(page, "No variables yet");
      assertThat(page.getByLabel("Value")).hasValue("abc");
      page.getByLabel("Kind").selectOption("secret");
      backAndForth(page, "No variables yet");
      assertThat(page.getByLabel("Name")).hasValue("TOKEN");
      assertThat(page.getByLabel("Kind")).hasValue("secret");
      assertThat(page.getByLabel("Value")).isEmpty();
      button(page, "Sign out").click();
      button(page, "Stay").click();
      button(page, "Discard changes").click();
      assertThat(page.getByLabel("Name")).isEmpty();
      assertThat(page.getByText("Your unsaved changes are back.")).not().isVisible();
      button(page, "Sign out").click();
      assertThat(page.getByLabel("API key")).isVisible();
    }
  }

  @Test
  void restoresFieldsThatAChoiceBrings() {
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console/maintenance", stage.acme.key());
      link(page, "Plan the first maintenance").click();
      page.getByLabel("Name").fill("Patches");
      page.getByLabel("Repeat", new Page.GetByLabelOptions().setExact(true)).selectOption("WEEK");
      page.getByLabel("Every").fill("3");
      page.getByLabel("No monitor runs").check();
      page.getByLabel("Also no alerts").fill("db");
      backAndForth(page, "No maintenance yet");
      assertThat(page.getByLabel("Every")).hasValue("3");
      assertThat(page.getByLabel("Also no alerts")).hasValue("db");
      button(page, "Plan maintenance").click();
      link(page, "Plan maintenance").click();
      assertThat(page.getByLabel("Name")).isEmpty();
    }
    assertThat(stage.client.get("/v1/maintenance-windows").at("/0/repeatInterval").asInt())
        .isEqualTo(3);
  }

  private static void backAndForth(Page page, String before) {
    page.goBack();
    assertThat(heading(page, before)).isVisible();
    page.goForward();
    assertThat(page.getByText("Your unsaved changes are back.")).isVisible();
  }

  @Test
  void saysThatAMonitorWasChangedMeanwhile() {
    String monitor =
        stage
            .client
            .post(
                "/v1/checks/url",
                "{\"name\":\"Front\",\"activated\":false,\"request\":{\"url\":\"https://e.org\"}}")
            .hasStatus(201)
            .id();
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console/monitors/" + monitor + "/edit", stage.acme.key());
      page.getByLabel("Name").fill("Mine");
      stage.client.put("/v1/checks/url/" + monitor, "{\"name\":\"Other\"}").hasStatus(200);
      visit.expect("answered 412");
      button(page, "Save").click();
      assertThat(page.getByText("It was changed since")).isVisible();
      button(page, "Load the new version").click();
      assertThat(page.getByLabel("Name")).hasValue("Other");
      page.getByLabel("Name").fill("Mine");
      button(page, "Save").click();
      assertThat(heading(page, "Mine")).isVisible();
    }
  }

  @Test
  void saysFaultsOfMaintenanceInWordsOfTheForm() {
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console/maintenance/new", stage.acme.key());
      page.getByLabel("Name").fill("Patches");
      page.getByLabel("Start").fill("2099-07-01T02:00");
      page.getByLabel("End").fill("2099-07-01T01:00");
      button(page, "Plan maintenance").click();
      assertThat(page.locator("#endsAt-error")).hasText("The end must be after the start.");
      assertThat(page.getByLabel("End")).isFocused();
      assertThat(page.locator("#tags-error"))
          .hasText("Enter a tag, or tick what happens during the window.");
    }
  }

  @Test
  void editsAnIncidentAndItsUpdates() {
    String service =
        stage.client.post("/v1/status-pages/services", "{\"name\":\"Shop\"}").hasStatus(201).id();
    String path =
        "/v1/status-pages/incidents/"
            + stage
                .client
                .post(
                    "/v1/status-pages/incidents",
                    """
                    {"name":"Fails","severity":"MAJOR","services":[{"id":"%s"}],
                     "incidentUpdates":[{"description":"First"}]}"""
                        .formatted(service))
                .hasStatus(201)
                .id();
    stage.client.post(path + "/incident-updates", "{\"description\":\"Second\"}").hasStatus(201);
    String id = path.substring(path.lastIndexOf('/') + 1);
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.DARK_NARROW)) {
      Page page = stage.signIn(visit, "/console/incidents/" + id, stage.acme.key());
      button(page, "Edit").click();
      assertThat(page.getByLabel("Headline")).isFocused();
      page.getByLabel("Headline").fill("Checkout fails");
      page.getByLabel("Severity").selectOption("MINOR");
      page.getByLabel("Shop").uncheck();
      button(page, "Save").click();
      assertThat(page.getByText("Choose at least one.")).isVisible();
      page.getByLabel("Shop").check();
      ConsoleFixture.everybody(visit, page, "incident-edit");
      button(page, "Save").click();
      assertThat(heading(page, "Checkout fails")).isVisible();
      assertThat(page.locator("#edit-incident")).isFocused();

      button(page, "Edit the update").click();
      assertThat(page.locator(".updates").getByLabel("State")).isFocused();
      page.locator(".updates").getByLabel("Message to readers").fill("Corrected");
      page.locator(".updates").getByLabel("State").selectOption("MONITORING");
      page.locator(".updates").getByLabel("Time").fill("2020-01-01T10:00");
      ConsoleFixture.everybody(visit, page, "update-edit");
      button(page, "Save").click();
      assertThat(page.locator(".updates li").last()).containsText("Corrected");
      ApiReply incident = stage.client.get(path);
      assertThat(incident.at("/severity").asText()).isEqualTo("MINOR");
      assertThat(incident.at("/incidentUpdates/1/status").asText()).isEqualTo("MONITORING");
      assertThat(incident.at("/incidentUpdates/1/publicIncidentUpdateDate").asText())
          .startsWith("2020-01-01");
      page.locator(".updates").getByText("Delete").first().click();
      page.locator("dialog[open]").getByText("Delete").last().click();
      assertThat(page.locator(".updates li")).hasCount(1);
      assertThat(page.locator("h1")).isFocused();
    }
    assertThat(stage.client.get(path).at("/incidentUpdates").size()).isEqualTo(1);
  }

  @Test
  void offersNoSubscriptionByMailWithoutAMailServer() {
    String id =
        stage
            .client
            .post(
                "/v1/status-pages",
                "{\"name\":\"Shop\",\"url\":\"mail-%d\",\"cards\":[]}".formatted(System.nanoTime()))
            .hasStatus(201)
            .id();
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console/pages/" + id, stage.acme.key());
      assertThat(page.getByLabel("Kind")).hasText("Webhook");
      assertThat(page.getByText("E-mail is not available: No mail server")).isVisible();
      page.getByLabel("Web address").fill("https://example.org/hook");
      button(page, "Add subscriber").click();
      assertThat(page.getByText("The address is subscribed.")).isVisible();
      assertThat(page.getByLabel("Web address")).isFocused();
      assertThat(page.getByLabel("Web address")).isEmpty();
    }
  }
}
