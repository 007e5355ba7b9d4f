package dev.belfry.account.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belfry.account.console.ConsoleFixture.button;
import static dev.belfry.account.console.ConsoleFixture.everybody;
import static dev.belfry.account.console.ConsoleFixture.heading;
import static dev.belfry.account.console.ConsoleFixture.link;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.browser.Appearance;
import dev.belfry.browser.BrowserVisit;
import dev.belfry.browser.DayAndNight;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Teams in the console: from none to one that a channel tells, and back. */
@Timeout(300)
class ConsoleTeamsIT {
  private final ConsoleFixture stage = new ConsoleFixture();
  private final People people = new People(stage.app);
  private final SignedIn grace = people.join(stage.acme, Role.VIEWER);

  private static Locator field(Page page, String label) {
    return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
  }

  @DayAndNight
  void aTeamIsMadeToldByAChannelAndDeleted(Appearance appearance) {
    people.join(stage.acme, Role.VIEWER);
    try (BrowserVisit visit = BrowserVisit.to(stage.app, appearance)) {
      Page page = stage.signIn(visit, "/console/teams", stage.acme.key());
      everybody(visit, page, "teams-none");
      link(page, "Add the first team").press("Enter");
      button(page, "Add team").click();
      assertThat(page.locator("#name-error")).hasText("Enter a name.");
      field(page, "Name").fill("<b>Night</b>");
      field(page, "Description").fill("At night, and at weekends.");
      page.getByLabel("Grace (" + grace.email() + ")").check();
      everybody(visit, page, "team-form");
      button(page, "Add team").click();
      assertThat(heading(page, "Teams")).isVisible();
      assertThat(page.locator("tbody")).containsText("<b>Night</b>");
      assertThat(page.locator("tbody")).containsText("1 member");

      page.navigate("/console/teams/new");
      field(page, "Name").fill("<B>NIGHT</B>");
      visit.expect("/v1/teams answered 409");
      button(page, "Add team").click();
      assertThat(page.locator("#name-error")).containsText("is that of another team");

      page.navigate("/console/channels/new");
      page.getByLabel("Type").selectOption("MEMBER");
      field(page, "Tells").selectOption("team");
      button(page, "Add channel").click();
      assertThat(page.locator("#teamId-error")).hasText("Choose a team.");
      field(page, "Team").selectOption("<b>Night</b>");
      everybody(visit, page, "channel-team");
      button(page, "Add channel").click();
      assertThat(heading(page, "Channels")).isVisible();
      assertThat(page.locator(".cards")).containsText("Team ·");
      JsonNode config = stage.client.get("/v1/alert-channels").at("/0/config");
      assertThat(config.path("name").asText()).isEqualTo("<b>Night</b>");
      assertThat(config.has("userId")).isFalse();

      page.navigate("/console/teams");
      everybody(visit, page, "teams");
      visit.expect("answered 409");
      button(page, "Delete").click();
      page.locator("dialog[open] button.danger-full").click();
      assertThat(page.locator("main .failure")).containsText("Alert channels tell this team");
      page.locator("tbody .persons a").click();
      assertThat(heading(page, "Edit channel")).isVisible();
      assertThat(field(page, "Tells")).hasValue("team");
      field(page, "Tells").selectOption("person");
      field(page, "Person").selectOption(grace.id());
      button(page, "Save").click();
      assertThat(heading(page, "Channels")).isVisible();
      assertThat(stage.client.get("/v1/alert-channels").at("/0/config/userId").asText())
          .isEqualTo(grace.id());
      page.navigate("/console/teams");
      button(page, "Delete").click();
      page.locator("dialog[open] button.danger-full").click();
      assertThat(page.getByText("No teams yet")).isVisible();
    }
  }

  @Test
  void aPersonSeesTheOwnTeams() {
    stage
        .client
        .post("/v1/teams", "{\"name\":\"Night\",\"userIds\":[\"%s\"]}".formatted(grace.id()))
        .hasStatus(201);
    stage.client.post("/v1/teams", "{\"name\":\"Day\"}").hasStatus(201);
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = visit.open("/docs/");
      visit.expect("/console/session answered 401");
      page.navigate("/console/profile");
      page.getByLabel("E-mail address").fill(grace.email());
      page.getByLabel("Password").fill(People.PASSWORD);
      page.getByLabel("Password").press("Enter");
      assertThat(page.locator("[aria-labelledby=teams]")).containsText("You are in Night.");
      page.navigate("/console/teams");
      assertThat(page.locator("tbody")).containsText("Night");
      assertThat(page.getByText("New team")).hasCount(0);
    }
  }
}
