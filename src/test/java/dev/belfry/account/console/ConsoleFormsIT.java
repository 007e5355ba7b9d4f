package dev.belfry.account.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belfry.account.console.ConsoleFixture.button;
import static dev.belfry.account.console.ConsoleFixture.heading;
import static dev.belfry.account.console.ConsoleFixture.link;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.belfry.browser.Appearance;
import dev.belfry.browser.BrowserVisit;
import dev.belfry.engine.probe.StubServer;
import dev.belfry.testing.ApiReply;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What forms keep, whose changes they save, and what they say about faults. */
@Timeout(300)
class ConsoleFormsIT {
  private final ConsoleFixture stage = new ConsoleFixture();

  /** The id of a new status page without cards. */
  private String statusPage(String name, String url) {
    return stage
        .client
        .post(
            "/v1/status-pages",
            "{\"name\":\"%s\",\"url\":\"%s\",\"cards\":[]}".formatted(name, url))
        .hasStatus(201)
        .id();
  }

  private static void backAndForth(Page page, String before) {
    page.goBack();
    assertThat(heading(page, before)).isVisible();
    page.goForward();
    assertThat(page.getByText("Your unsaved changes are back.")).isVisible();
  }

  @Test
  void saysAtItsFieldThatAnAddressIsTaken() {
    String url = "taken-" + System.nanoTime();
    statusPage("First", url);
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console/pages/new", stage.acme.key());
      visit.expect("/v1/status-pages answered 409");
      page.getByLabel("Title").fill("Second");
      page.getByLabel("Address").fill(url);
      button(page, "Create status page").click();
      assertThat(page.locator("#url-error")).hasText("Another status page has this address.");
      assertThat(page.getByLabel("Address")).isFocused();
    }
  }

  @Test
  void saysThatAPageWasChangedMeanwhile() {
    String id = statusPage("Old", "old-" + System.nanoTime());
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

  @Test
  void saysThatAMonitorWasChangedMeanwhile() {
    String monitor =
        stage
            .client
            .post(
                "/v1/checks/url",
                """
                {"name":"Front","activated":false,"request":{"url":"https://e.org"},
                 "alertChannelSubscriptions":[{"alertChannelId":%s,"activated":true}]}"""
                    .formatted(stage.channel()))
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
      ConsolePreview.rules(page);
      ConsolePreview.groupsAndQuietHours(visit, page);
      page.getByLabel("Name").fill("Mine");
      button(page, "Save").click();
      assertThat(heading(page, "Mine")).isVisible();
    }
  }

  @Test
  void createsTestsAndEditsATcpMonitor() throws IOException {
    StubServer.Script greeting =
        conversation -> {
          conversation.write("220 mail ESMTP\r\n");
          conversation.hang();
        };
    try (StubServer server = StubServer.plain(greeting);
        BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.DARK_NARROW)) {
      Page page = stage.signIn(visit, "/console/monitors/new", stage.acme.key());
      page.getByLabel("TCP").check();
      page.getByLabel("Name", new Page.GetByLabelOptions().setExact(true)).fill("Mail");
      page.getByLabel("Host name").fill("127.0.0.1");
      page.getByLabel("Port").fill("70000");
      page.getByText("Data and assertions").click();
      button(page, "Add assertion").click();
      page.getByLabel("Target of assertion 1").fill("IMAP");
      button(page, "Test now").click();
      assertThat(page.locator("#port-error")).hasText("Enter a port from 1 to 65535.");
      assertThat(page.getByLabel("Port")).isFocused();
      ConsoleFixture.everybody(visit, page, "tcp-mistakes");

      page.getByLabel("Port").fill(String.valueOf(server.port()));
      button(page, "Test now").click();
      assertThat(page.locator(".test-result"))
          .containsText("Response data contains “IMAP”; it was “220 mail ESMTP”");
      ConsoleFixture.everybody(visit, page, "tcp-test");
      button(page, "Create monitor").click();
      assertThat(heading(page, "Mail")).isVisible();
      assertThat(page.locator(".head")).containsText("127.0.0.1:" + server.port());
      button(page, "Run now").click();
      page.locator(".runs summary").first().click();
      Locator run = page.locator(".runs > li > details[open]");
      run.getByText("Received data").click();
      assertThat(run.locator("details[open] pre")).hasText("220 mail ESMTP");
      ConsoleFixture.everybody(visit, page, "tcp-monitor");

      link(page, "Edit").click();
      page.getByLabel("Target of assertion 1").fill("SMTP");
      page.getByLabel("Data to send").fill("QUIT\n");
      page.getByLabel("End lines with").check();
      button(page, "Save").click();
      assertThat(page.locator(".facts").last()).containsText("contains “SMTP”");
    }
    ApiReply saved = stage.client.get("/v1/checks");
    assertThat(saved.at("/0/checkType").asText()).isEqualTo("TCP");
    assertThat(saved.at("/0/request/data").asText()).isEqualTo("QUIT\r\n");
    assertThat(saved.at("/0/degradedResponseTime").asInt()).isEqualTo(4000);
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
    String id = statusPage("Shop", "mail-" + System.nanoTime());
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
