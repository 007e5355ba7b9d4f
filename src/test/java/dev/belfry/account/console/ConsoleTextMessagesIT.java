package dev.belfry.account.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belfry.account.console.ConsoleFixture.button;
import static dev.belfry.account.console.ConsoleFixture.everybody;
import static dev.belfry.account.console.ConsoleFixture.heading;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.browser.Appearance;
import dev.belfry.browser.BrowserVisit;
import dev.belfry.testing.TextGateway;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Text messages on the page Profile. */
@Timeout(300)
class ConsoleTextMessagesIT {
  private static final String PHONE = "/console/person/phone";
  private static final TextGateway GATEWAY = new TextGateway();
  private static final TestApp APP =
      TestApp.start(Map.of("BELFRY_SMS_URL", GATEWAY.url(), "BELFRY_PERSONS_SMS", "+4915"));

  private final Tenant acme = APP.newTenant();
  private final SignedIn grace = new People(APP).join(acme, Role.VIEWER);

  @AfterAll
  static void stop() {
    APP.close();
    GATEWAY.close();
  }

  private static Page profile(BrowserVisit visit, SignedIn person) {
    visit.expect("/console/session answered 401");
    Page page = visit.open("/console/profile");
    page.getByLabel("E-mail address").fill(person.email());
    page.getByLabel("Password").fill(People.PASSWORD);
    page.getByLabel("Password").press("Enter");
    assertThat(heading(page, "Grace")).isVisible();
    return page;
  }

  @Test
  void aPersonConfirmsANumberAndChoosesWhenItIsUsed() {
    try (BrowserVisit visit = BrowserVisit.to(APP, Appearance.LIGHT_WIDE)) {
      Page page = profile(visit, grace);
      Locator card = page.locator(".card:has(#text-messages)");
      card.scrollIntoViewIfNeeded();
      visit.expect("/console/person/phone/codes answered 400");
      card.getByLabel("Phone number").fill("+1 202 5550123");
      button(page, "Send code").click();
      assertThat(card).containsText("Must begin like a number that the operator allows: +4915.");
      everybody(visit, page, "profile-phone-refused");
      card.getByLabel("Phone number").fill("0049 151 2345 6789");
      button(page, "Send code").click();
      assertThat(card.getByRole(AriaRole.STATUS)).containsText("+4915123456789");
      String code = GATEWAY.take().text().substring(0, 6);
      assertThat(card).containsText("A code was sent to +4915123456789.");
      everybody(visit, page, "profile-phone-code");
      visit.expect("/console/person/phone/confirmation answered 400");
      card.getByLabel("Code of the message").fill(code.equals("000000") ? "000001" : "000000");
      button(page, "Confirm number").click();
      assertThat(card).containsText("Is not the code of the message.");
      card.getByLabel("Code of the message").fill(code);
      button(page, "Confirm number").click();
      assertThat(card.getByText("No message yet.")).isVisible();
      assertThat(card).containsText("+4915123456789");
      everybody(visit, page, "profile-phone-on");

      card.getByLabel("Send text messages").selectOption("FAILURES");
      button(page, "Save choice").click();
      assertThat(page.getByText("Your choice is saved.")).isVisible();
      assertThat(grace.client().get(PHONE).at("/use").asText()).isEqualTo("FAILURES");
      button(page, "Change number").click();
      assertThat(card.getByLabel("Phone number")).isVisible();
      everybody(visit, page, "profile-phone-change");
      button(page, "Cancel").click();
      button(page, "Remove number").click();
      page.locator("dialog[open]").locator("button.danger-full").click();
      assertThat(button(page, "Send code")).isVisible();
      assertThat(grace.client().get(PHONE).at("/number").isNull()).isTrue();
    }
  }

  @Test
  void aPersonSeesThatItDoesNotWorkInTheDark() {
    APP.database()
        .execute(
            """
            INSERT INTO person_phones (user_id, number, use, confirmed_at, refused_at, failures,
              last_success_at)
            VALUES ('%s', '+4915100000009', 'FAILURES', now(), now(), 3, now() - interval '1 hour')"""
                .formatted(grace.id()));
    for (Appearance appearance : new Appearance[] {Appearance.DARK_NARROW, Appearance.DARK_WIDE}) {
      try (BrowserVisit visit = BrowserVisit.to(APP, appearance)) {
        Page page = profile(visit, grace);
        Locator card = page.locator(".card:has(#text-messages)");
        assertThat(card.getByText("no messages", new Locator.GetByTextOptions().setExact(true)))
            .isVisible();
        assertThat(card).containsText("confirm it again");
        assertThat(card).containsText("3 failed since");
        everybody(visit, page, "profile-phone-off");
      }
    }
  }

  @Test
  void withoutAGatewayThePageSaysWhatIsMissing() {
    try (TestApp none = TestApp.startOn(APP.database().address(), Map.of());
        BrowserVisit visit = BrowserVisit.to(none, Appearance.LIGHT_NARROW)) {
      Page page = profile(visit, grace);
      assertThat(page.locator(".card:has(#text-messages)")).containsText("BELFRY_SMS_URL");
      assertThat(button(page, "Send code")).hasCount(0);
      everybody(visit, page, "profile-phone-none");
    }
  }
}
