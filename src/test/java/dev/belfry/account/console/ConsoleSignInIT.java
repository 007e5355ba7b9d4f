package dev.belfry.account.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belfry.account.console.ConsoleFixture.button;
import static dev.belfry.account.console.ConsoleFixture.everybody;
import static dev.belfry.account.console.ConsoleFixture.heading;

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

/** Sign-ins of a person in the console, and a second factor that an account requires. */
@Timeout(300)
class ConsoleSignInIT {
  private final ConsoleFixture stage = new ConsoleFixture();
  private final People people = new People(stage.app);

  private static Locator field(Page page, String label) {
    return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
  }

  private static Page signIn(BrowserVisit visit, String path, SignedIn person) {
    visit.expect("/console/session answered 401");
    Page page = visit.open(path);
    field(page, "E-mail address").fill(person.email());
    field(page, "Password").fill(People.PASSWORD);
    field(page, "Password").press("Enter");
    return page;
  }

  private static AuthenticatorApp setUp(Page page) {
    field(page, "Your password").fill(People.PASSWORD);
    button(page, "Set up").click();
    assertThat(page.getByAltText("QR code of the secret")).isVisible();
    AuthenticatorApp phone = new AuthenticatorApp(page.getByLabel("the secret").textContent());
    field(page, "Code").fill(phone.code());
    button(page, "Turn on").click();
    assertThat(page.getByText("10 recovery codes left.")).isVisible();
    return phone;
  }

  @Test
  void aPersonSeesSignInsAndAttempts() {
    SignedIn grace = people.join(stage.acme, Role.VIEWER);
    for (int i = 0; i < 3; i++) {
      people.signIn(grace.email(), "a wrong password").isUnauthorized();
    }
    for (int i = 0; i < 10; i++) {
      people.again(grace);
    }
    for (Appearance appearance : Appearance.values()) {
      try (BrowserVisit visit = BrowserVisit.to(stage.app, appearance)) {
        Page page = signIn(visit, "/console/profile", grace);
        assertThat(heading(page, "Recent sign-ins")).isVisible();
        assertThat(page.getByText("this session")).hasCount(1);
        button(page, "Older sign-ins").click();
        assertThat(page.getByText("wrong password").first()).isVisible();
        everybody(visit, page, "sign-ins");
      }
    }
  }

  @Test
  void anOwnerRequiresASecondFactorAndMembersSetItUp() {
    SignedIn owner = people.join(stage.acme, Role.OWNER);
    // The account joined last is the one to begin with.
    String email = people.email();
    people.join(stage.app.newTenant(), Role.VIEWER, email);
    SignedIn grace = people.join(stage.acme, Role.EDITOR, email);
    SignedIn ada = people.join(stage.acme, Role.VIEWER);
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_WIDE)) {
      Page page = signIn(visit, "/console/profile", owner);
      setUp(page);
      button(page, "Done").click();
      page.navigate(page.url().replace("/profile", "/members"));
      button(page, "Require it").click();
      page.locator("dialog[open]").locator("button.danger-full").click();
      assertThat(page.getByText("A second factor is required now.")).isVisible();
      assertThat(button(page, "Stop requiring it")).isVisible();
      assertThat(page.getByText("Without a second factor:")).isVisible();
      everybody(visit, page, "members-policy");
    }
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.DARK_NARROW)) {
      Page page = signIn(visit, "/console/monitors", grace);
      assertThat(heading(page, "Set up a second factor")).isVisible();
      assertThat(button(page, "Menu")).not().isVisible();
      everybody(visit, page, "required-factor");
      setUp(page);
      everybody(visit, page, "required-factor-codes");
      button(page, "Go on").click();
      assertThat(heading(page, "Monitors")).isVisible();
    }
    try (BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.LIGHT_NARROW)) {
      Page page = signIn(visit, "/console/members", ada);
      assertThat(heading(page, "Set up a second factor")).isVisible();
      everybody(visit, page, "required-factor");
      button(page, "Sign out").click();
      assertThat(field(page, "Password")).isVisible();
    }
  }
}
