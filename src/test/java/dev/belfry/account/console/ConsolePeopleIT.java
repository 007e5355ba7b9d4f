package dev.belfry.account.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belfry.account.console.ConsoleFixture.button;
import static dev.belfry.account.console.ConsoleFixture.everybody;
import static dev.belfry.account.console.ConsoleFixture.heading;
import static dev.belfry.account.console.ConsoleFixture.link;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.browser.Appearance;
import dev.belfry.browser.BrowserVisit;
import dev.belfry.testing.AuthenticatorApp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Persons in the console: invited by a link, signed in, with a role, and signed out. */
@Timeout(300)
class ConsolePeopleIT {
  private final ConsoleFixture stage = new ConsoleFixture();
  private final People people = new People(stage.app);

  private static Locator field(Page page, String label) {
    return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
  }

  private static void signIn(Page page, String email, String password) {
    field(page, "E-mail address").fill(email);
    field(page, "Password").fill(password);
    field(page, "Password").press("Enter");
  }

  private static void expectSignedOut(BrowserVisit visit) {
    visit.expect("/console/session answered 401");
  }

  @Test
  void anOwnerInvitesAndAnotherPersonJoins() {
    SignedIn owner = people.join(stage.acme, Role.OWNER);
    String email = people.email();
    String invited;
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      expectSignedOut(visit);
      Page page = visit.open("/console/members");
      everybody(visit, page, "sign-in");
      signIn(page, owner.email(), "a wrong password");
      visit.expect("/console/session answered 401");
      assertThat(page.getByText("The address or the password is wrong.")).isVisible();
      signIn(page, owner.email(), People.PASSWORD);
      assertThat(heading(page, "Members")).isVisible();
      field(page, "E-mail address").fill(email);
      field(page, "Role").selectOption("READ_RUN");
      button(page, "Create link").click();
      Locator shown = page.locator("section.made pre");
      assertThat(shown).containsText("/console/join#inv_");
      invited = shown.textContent();
      assertThat(page.getByText("invited")).isVisible();
      everybody(visit, page, "members");
    }
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.DARK_NARROW)) {
      Page page = visit.open(invited.substring(invited.indexOf("/console/join")));
      assertThat(heading(page, "Join Acme")).isVisible();
      field(page, "Your name").fill("Ada");
      field(page, "New password").fill("short");
      everybody(visit, page, "join");
      visit.expect("/console/invitations answered 400");
      button(page, "Join").click();
      assertThat(page.getByText("It must be at least 10 characters long.")).isVisible();
      field(page, "New password").fill("a password of Ada's");
      button(page, "Join").click();
      assertThat(button(page, "Menu")).isVisible();
      // A responder handles incidents, and does not see keys.
      button(page, "Menu").click();
      assertThat(link(page, "Keys")).not().isVisible();
      link(page, "Members").click();
      assertThat(page.getByText("you", new Page.GetByTextOptions().setExact(true))).isVisible();
      assertThat(button(page, "Create link")).not().isVisible();
    }
  }

  @Test
  void theFirstPersonIsAskedWhoTheyAre() {
    String email = people.email();
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = stage.signIn(visit, "/console", stage.acme.key());
      assertThat(heading(page, "Who are you?")).isVisible();
      everybody(visit, page, "first-person");
      page.getByLabel("Your e-mail address").fill("nonsense");
      button(page, "Continue").click();
      assertThat(page.getByText("Enter an e-mail address.")).isVisible();
      page.getByLabel("Your e-mail address").fill(email);
      button(page, "Continue").click();
      assertThat(heading(page, "Join Acme")).isVisible();
      field(page, "Your name").fill("Ada");
      field(page, "New password").fill("a password of Ada's");
      button(page, "Join").click();
      assertThat(heading(page, "Overview")).isVisible();
      assertThat(heading(page, "Who are you?")).not().isVisible();
      link(page, "Members").click();
      assertThat(page.getByText("you", new Page.GetByTextOptions().setExact(true))).isVisible();
      assertThat(page.getByLabel("Role of Ada")).hasValue("OWNER");
    }
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.DARK_NARROW)) {
      Page page = stage.signIn(visit, "/console", stage.acme.key());
      assertThat(heading(page, "Overview")).isVisible();
      assertThat(page.locator(".states, #steps").first()).isVisible();
      assertThat(heading(page, "Who are you?")).not().isVisible();
    }
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.DARK_NARROW)) {
      Page page = stage.signIn(visit, "/console", stage.app.newTenant().key());
      assertThat(heading(page, "Who are you?")).isVisible();
      everybody(visit, page, "first-person");
      button(page, "Not now").click();
      assertThat(heading(page, "Who are you?")).not().isVisible();
    }
  }

  @Test
  void aPersonEndsSessionsAndChangesThePassword() {
    SignedIn grace = people.join(stage.acme, Role.EDITOR);
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_NARROW)) {
      expectSignedOut(visit);
      Page page = visit.open("/console/profile");
      signIn(page, grace.email(), People.PASSWORD);
      assertThat(heading(page, "Grace")).isVisible();
      everybody(visit, page, "profile");
      button(page, "End").click();
      page.locator("dialog[open]").locator("button.danger-full").click();
      assertThat(page.getByText("The session has ended.")).isVisible();
      assertThat(button(page, "End")).not().isVisible();
      field(page, "Current password").fill(People.PASSWORD);
      page.getByLabel("New password").fill("another long password");
      button(page, "Change password").click();
      assertThat(page.getByText("The password is changed.")).isVisible();
      button(page, "Sign out").click();
      signIn(page, grace.email(), "another long password");
      assertThat(heading(page, "Grace")).isVisible();
    }
  }

  @Test
  void aPersonTurnsOnASecondFactorAndSignsInWithIt() {
    SignedIn grace = people.join(stage.acme, Role.ADMIN);
    AuthenticatorApp phone;
    String recovery;
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      expectSignedOut(visit);
      Page page = visit.open("/console/profile");
      signIn(page, grace.email(), People.PASSWORD);
      visit.expect("/console/second-factor answered 400");
      field(page, "Your password").fill("a wrong password");
      button(page, "Set up").click();
      assertThat(page.getByText("Is not the password in use.")).isVisible();
      field(page, "Your password").fill(People.PASSWORD);
      button(page, "Set up").click();
      assertThat(page.getByAltText("QR code of the secret")).isVisible();
      everybody(visit, page, "second-factor-set-up");
      phone = new AuthenticatorApp(page.getByLabel("the secret").textContent());
      field(page, "Code").fill(phone.code());
      button(page, "Turn on").click();
      assertThat(page.getByText("10 recovery codes left.")).isVisible();
      recovery = page.locator("section.made pre").textContent().lines().findFirst().orElseThrow();
      everybody(visit, page, "second-factor-codes");
      button(page, "Done").click();
      button(page, "Sign out").click();
      signIn(page, grace.email(), People.PASSWORD);
      visit.expect("/console/session answered 401");
      assertThat(field(page, "Code")).isFocused();
      field(page, "Code").fill("no code");
      field(page, "Code").press("Enter");
      visit.expect("/console/session answered 401");
      assertThat(page.getByText("This code is wrong or was used.")).isVisible();
      everybody(visit, page, "sign-in-code");
      field(page, "Code").fill(phone.code(1));
      field(page, "Code").press("Enter");
      assertThat(heading(page, "Grace")).isVisible();
      link(page, "Members").click();
      assertThat(page.getByText("second factor", new Page.GetByTextOptions().setExact(true)))
          .isVisible();
    }
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.DARK_NARROW)) {
      expectSignedOut(visit);
      Page page = visit.open("/console/profile");
      signIn(page, grace.email(), People.PASSWORD);
      visit.expect("/console/session answered 401");
      field(page, "Code").fill(recovery);
      field(page, "Code").press("Enter");
      assertThat(page.getByText("9 recovery codes left.")).isVisible();
      people.resetSecondFactor(grace.email());
      page.reload();
      field(page, "Your password").fill(People.PASSWORD);
      button(page, "Set up").click();
      assertThat(page.getByAltText("QR code of the secret")).isVisible();
      everybody(visit, page, "second-factor-set-up");
      phone = new AuthenticatorApp(page.getByLabel("the secret").textContent());
      field(page, "Code").fill(phone.code());
      button(page, "Turn on").click();
      assertThat(page.getByText("10 recovery codes left.")).isVisible();
      everybody(visit, page, "second-factor-codes");
      recovery = page.locator("section.made pre").textContent().lines().findFirst().orElseThrow();
      button(page, "Turn off").click();
      field(page, "Your password").fill(People.PASSWORD);
      field(page, "Code").fill(recovery);
      button(page, "Turn off").click();
      assertThat(button(page, "Set up")).isVisible();
    }
  }
}
