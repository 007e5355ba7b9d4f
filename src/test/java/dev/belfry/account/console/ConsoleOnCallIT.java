package dev.belfry.account.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belfry.account.console.ConsoleFixture.button;
import static dev.belfry.account.console.ConsoleFixture.everybody;
import static dev.belfry.account.console.ConsoleFixture.heading;
import static dev.belfry.account.console.ConsoleFixture.link;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.sun.net.httpserver.HttpServer;
import dev.belfry.browser.Appearance;
import dev.belfry.browser.BrowserVisit;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** On-call schedules in the console: from none to one that a channel speaks for, and back. */
@Timeout(300)
class ConsoleOnCallIT {
  private static final String CALENDAR =
      """
      BEGIN:VCALENDAR
      VERSION:2.0
      PRODID:-//Test//EN
      BEGIN:VEVENT
      UID:1
      DTSTAMP:20240101T000000Z
      SUMMARY:<b>Ada</b>
      DTSTART:20240101T000000Z
      DTEND:20240102T000000Z
      RRULE:FREQ=DAILY
      END:VEVENT
      END:VCALENDAR
      """
          .replace("\n", "\r\n");

  private final ConsoleFixture stage = new ConsoleFixture();
  private HttpServer calendar;

  @BeforeEach
  void serve() throws IOException {
    calendar = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    calendar.createContext(
        "/",
        exchange -> {
          try (exchange) {
            byte[] body = CALENDAR.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
          }
        });
    calendar.start();
  }

  @AfterEach
  void stop() {
    calendar.stop(0);
  }

  private static Locator field(Page page, String label) {
    return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
  }

  @Test
  void aScheduleIsAddedAskedChosenByAChannelAndDeleted() {
    String channel = stage.channel();
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.DARK_NARROW)) {
      Page page = stage.signIn(visit, "/console/on-call", stage.acme.key());
      everybody(visit, page, "on-call-none");
      link(page, "Add the first schedule").press("Enter");
      adds(visit, page);
      assertThat(page.locator("[aria-labelledby=calendar]")).containsText("StateReadHost127.0.0.1");
      assertThat(page.locator("[aria-labelledby=now]")).containsText("<b>Ada</b>");
      button(page, "Ask").click();
      assertThat(page.locator("#at-error")).hasText("Enter a date and a time.");
      page.getByLabel("At another time").fill("2098-01-01T10:00");
      button(page, "Ask").press("Enter");
      assertThat(page.getByText("not known: outside of what was read")).isVisible();
      everybody(visit, page, "on-call-schedule");
      link(page, "Edit").click();
      assertThat(field(page, "iCal address")).isEmpty();
      field(page, "Name").fill("<i>First</i> line");
      button(page, "Save").click();
      assertThat(heading(page, "<i>First</i> line")).isVisible();

      page.navigate("/console/channels/" + channel + "/edit");
      chooses(visit, page);
      assertThat(stage.client.get("/v1/alert-channels/" + channel).at("/onCall/person").asText())
          .isEqualTo("<b>ada</b>");
      link(page, "<b>ada</b>").click();
      assertThat(page.locator("[aria-labelledby=channels]")).containsText("On-call for <b>ada</b>");
      page.navigate("/console/on-call");
      assertThat(page.locator("tbody")).containsText("<b>Ada</b> until");
      everybody(visit, page, "on-call");
      button(page, "Delete").click();
      assertThat(page.locator("dialog[open]"))
          .containsText("1 channel (On-call) will speak at all times.");
      page.locator("dialog[open] button.danger-full").click();
      assertThat(page.getByText("No on-call schedules yet")).isVisible();
      assertThat(stage.client.get("/v1/alert-channels/" + channel).json().has("onCall")).isFalse();
    }
  }

  private void adds(BrowserVisit visit, Page page) {
    field(page, "Calendar").first().check();
    button(page, "Add schedule").click();
    assertThat(page.locator("#name-error")).hasText("Enter a name.");
    assertThat(page.locator("#url-error")).containsText("begins with https://");
    assertThat(field(page, "Name")).isFocused();
    field(page, "Name").fill("First line");
    field(page, "iCal address")
        .fill("http://127.0.0.1:" + calendar.getAddress().getPort() + "/secret.ics");
    field(page, "Time zone").fill("Mars");
    visit.expect("/v1/on-call-schedules answered 400");
    button(page, "Add schedule").click();
    assertThat(page.locator("#timeZone-error")).containsText("IANA name of a time zone");
    everybody(visit, page, "on-call-form");
    field(page, "Time zone").fill("Europe/Berlin");
    field(page, "Time zone").press("Enter");
    assertThat(heading(page, "First line")).isVisible();
  }

  private static void chooses(BrowserVisit visit, Page page) {
    page.locator("summary")
        .getByText("On call", new Locator.GetByTextOptions().setExact(true))
        .click();
    page.getByLabel("On-call schedule").selectOption("<i>First</i> line");
    button(page, "Save").click();
    assertThat(page.locator("#person-error")).hasText("Enter the person as the schedule has it.");
    assertThat(page.locator("#persons option").first()).hasAttribute("value", "<b>Ada</b>");
    everybody(visit, page, "channel-on-call");
    field(page, "Person").fill("<b>ada</b>");
    button(page, "Save").click();
    assertThat(heading(page, "Channels")).isVisible();
  }
}
