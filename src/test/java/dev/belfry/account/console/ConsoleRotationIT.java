package dev.belfry.account.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belfry.account.console.ConsoleFixture.button;
import static dev.belfry.account.console.ConsoleFixture.everybody;
import static dev.belfry.account.console.ConsoleFixture.heading;
import static dev.belfry.account.console.ConsoleFixture.link;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.browser.Appearance;
import dev.belfry.browser.BrowserVisit;
import dev.belfry.testing.OnCallFixtures;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rotations in the console: made by an editor, taken over by a responder. */
@Timeout(300)
class ConsoleRotationIT {
  private final ConsoleFixture stage = new ConsoleFixture();
  private final People people = new People(stage.app);
  private final SignedIn ada = named(people.join(stage.acme, Role.EDITOR), "Ada <b>Lovelace</b>");
  private final SignedIn grace = named(people.join(stage.acme, Role.RESPONDER), "Grace Hopper");
  private final SignedIn eve = named(people.join(stage.acme, Role.VIEWER), "Eve");

  private static SignedIn named(SignedIn person, String name) {
    person.client().patch("/console/person", "{\"name\":\"" + name + "\"}").hasStatus(200);
    return person;
  }

  private static Locator field(Page page, String label) {
    return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
  }

  private static Page signIn(BrowserVisit visit, String path, SignedIn person) {
    visit.expect("/console/session answered 401");
    Page page = visit.open("/console" + path);
    field(page, "E-mail address").fill(person.email());
    field(page, "Password").fill(People.PASSWORD);
    field(page, "Password").press("Enter");
    assertThat(page.locator("#places")).isAttached();
    return page;
  }

  @ParameterizedTest
  @EnumSource(Appearance.class)
  void anEditorMakesARotation(Appearance appearance) {
    try (BrowserVisit visit = BrowserVisit.to(stage.app, appearance)) {
      Page page = signIn(visit, "/on-call/new", ada);
      assertThat(field(page, "Rotation").first()).isChecked();
      assertThat(field(page, "Person 1")).hasValue(ada.id());
      button(page, "Add person").click();
      field(page, "Length of a turn").fill("0");
      button(page, "Add schedule").click();
      assertThat(page.locator("#name-error")).hasText("Enter a name.");
      assertThat(page.getByText("Choose a person.")).isVisible();
      assertThat(page.locator("#turnLength-error")).containsText("from 1 to 52");
      everybody(visit, page, "rotation-form");
      field(page, "Name").fill("First line");
      field(page, "Person 2").selectOption(grace.id());
      button(page, "Up person 2").click();
      assertThat(field(page, "Person 1")).hasValue(grace.id());
      field(page, "Length of a turn").fill("2");
      field(page, "Handoff").fill("08:30");
      field(page, "First handoff").fill("2026-03-09");
      assertThat(page.getByText("Handoffs are on Monday.")).isVisible();
      field(page, "Time zone").selectOption("Europe/Berlin");
      button(page, "Add schedule").click();
      assertThat(heading(page, "First line")).isVisible();
      assertThat(page.locator("[aria-labelledby=rotation]"))
          .containsText("2 weeks, handoff at 08:30 on Monday");
      assertThat(page.locator("[aria-labelledby=rotation] ol"))
          .containsText("Grace HopperAda <b>Lovelace</b>");
      assertThat(page.locator("[aria-labelledby=shifts] li")).hasCount(6);
      everybody(visit, page, "rotation");

      link(page, "Edit").click();
      button(page, "Remove person 1").click();
      button(page, "Save").click();
      assertThat(page.locator("[aria-labelledby=now]")).containsText("Ada <b>Lovelace</b>");
      link(page, "Edit").click();
      field(page, "Calendar").first().check();
      button(page, "Save").click();
      assertThat(page.locator("#url-error")).containsText("begins with https://");
      everybody(visit, page, "rotation-to-calendar");
    }
  }

  private String rotation(SignedIn... persons) {
    return stage
        .client
        .post(
            "/v1/on-call-schedules",
            OnCallFixtures.rotation(
                List.of(persons).stream().map(SignedIn::id).toList(),
                "\"turnUnit\":\"WEEK\",\"turnLength\":52"))
        .hasStatus(201)
        .id();
  }

  @ParameterizedTest
  @EnumSource(Appearance.class)
  void aResponderTakesOver(Appearance appearance) {
    String id = rotation(ada);
    try (BrowserVisit visit = BrowserVisit.to(stage.app, appearance)) {
      Page page = signIn(visit, "/on-call/" + id, grace);
      assertThat(page.locator("[aria-labelledby=now]")).containsText("Ada <b>Lovelace</b> until");
      assertThat(link(page, "Edit")).isHidden();
      button(page, "Take over").click();
      assertThat(page.locator("#override-to-error")).isVisible();
      field(page, "Until").fill("2020-01-01T10:00");
      button(page, "Take over").click();
      assertThat(page.locator("#override-to-error")).hasText("Enter a time in the future.");
      everybody(visit, page, "take-over");
      // The clock of the browser is that of the machine.
      field(page, "Until").fill(tomorrow(page));
      button(page, "Take over").press("Enter");
      assertThat(page.getByText("Grace Hopper takes over.")).isVisible();
      assertThat(page.locator("[aria-labelledby=now]")).containsText("Grace Hopper until");
      assertThat(page.locator("[aria-labelledby=overrides] li")).containsText("Grace Hopper");
      assertThat(page.locator("[aria-labelledby=shifts]")).containsText("Grace Hopper takes over");
      everybody(visit, page, "taken-over");
      button(page, "Remove override of Grace Hopper").click();
      assertThat(page.getByText("Nobody takes over from the rotation.")).isVisible();
      assertThat(page.locator("[aria-labelledby=now]")).containsText("Ada <b>Lovelace</b> until");
      page.navigate("/console/on-call");
      assertThat(page.locator("tbody")).containsText("Rotation of 1 person");
      everybody(visit, page, "rotations");
    }
  }

  private static String tomorrow(Page page) {
    return String.valueOf(
        page.evaluate("() => new Date(Date.now() + 86400000).toISOString().slice(0, 16)"));
  }

  @Test
  void aViewerSeesWhoHasLeft() {
    String id = rotation(grace, eve, ada);
    stage.client.delete("/v1/accounts/me/members/" + grace.id()).hasStatus(204);
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_NARROW)) {
      Page page = signIn(visit, "/on-call/" + id, eve);
      assertThat(page.locator("[aria-labelledby=now]")).containsText("Eve until");
      assertThat(page.getByText("A former member: the next one is on call")).isVisible();
      assertThat(button(page, "Take over")).isHidden();
      everybody(visit, page, "rotation-viewer");
    }
    stage.client.delete("/v1/accounts/me/members/" + ada.id()).hasStatus(204);
    stage.client.delete("/v1/accounts/me/members/" + eve.id()).hasStatus(204);
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console/on-call/" + id, stage.acme.key());
      assertThat(page.locator("[aria-labelledby=rotation]")).containsText("Nobody left");
      assertThat(page.getByText("Nobody is on call.")).isVisible();
      everybody(visit, page, "rotation-deserted");
      // The rotation stays as it is, so that it is not judged again.
      link(page, "Edit").click();
      field(page, "Name").fill("Renamed");
      button(page, "Save").click();
      assertThat(heading(page, "Renamed")).isVisible();
    }
    assertThat(stage.client.get("/v1/on-call-schedules/" + id).at("/health").asText())
        .isEqualTo("FAILED");
  }
}
