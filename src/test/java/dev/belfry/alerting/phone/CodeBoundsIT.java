package dev.belfry.alerting.phone;

import static dev.belfry.alerting.phone.PhoneRequests.confirm;
import static dev.belfry.alerting.phone.PhoneRequests.number;
import static dev.belfry.alerting.phone.PhoneRequests.phone;
import static dev.belfry.alerting.phone.PhoneRequests.quoted;
import static dev.belfry.alerting.phone.PhoneRequests.request;
import static dev.belfry.alerting.phone.PhoneRequests.sentCode;
import static dev.belfry.alerting.phone.PhoneRequests.wrong;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.TextGateway;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** How many codes are sent, and how many wrong ones are taken. */
class CodeBoundsIT {
  private static final TextGateway GATEWAY = new TextGateway();
  private static final TestApp APP =
      TestApp.start(Map.of("BELFRY_SMS_URL", GATEWAY.url(), "BELFRY_PERSONS_SMS", "+4915"));

  private final People people = new People(APP);
  private final Tenant acme = APP.newTenant();
  private final SignedIn grace = people.join(acme, Role.VIEWER);
  private final String number = number();

  @AfterAll
  static void stop() {
    APP.close();
    GATEWAY.close();
  }

  private static void isTooMany(ApiReply refused) {
    refused.isError(
        409, "Conflict", "Too many codes by text message were requested; try again tomorrow");
  }

  /** As if a person of an account had requested codes, so many minutes ago. */
  private static void requested(
      String account, String person, String phoneNumber, int codes, int minutes) {
    APP.database()
        .execute(
            """
            INSERT INTO phone_codes (delivery_id, account_id, user_id, number, requested_at, ended)
            SELECT gen_random_uuid(), %s, %s, %s, now() - make_interval(mins => %d), true
            FROM generate_series(1, %d)"""
                .formatted(account, person, phoneNumber, minutes, codes));
  }

  @Test
  void fiveWrongEntriesEndACodeAndTenAllOfTheDay() {
    for (int each = 0; each < 2; each++) {
      request(grace, number).hasStatus(200);
      String code = sentCode(GATEWAY, number);
      for (int entry = 0; entry < PhoneCodeStore.MOST_GUESSES; entry++) {
        confirm(grace, wrong(code)).isInvalid("/code");
      }
      confirm(grace, code).hasStatus(409);
      assertThat(phone(grace).path("change").isNull()).isTrue();
    }
    isTooMany(request(grace, number));
    APP.database()
        .execute(
            "UPDATE phone_codes SET ended = false, guesses = 0 WHERE guesses > 0 AND delivery_id"
                + " IN (SELECT delivery_id FROM phone_codes ORDER BY requested_at DESC LIMIT 1)");
    APP.database()
        .execute(
            "UPDATE phone_codes SET guesses = 10 WHERE user_id = %s AND ended"
                .formatted(quoted(grace.id())));
    confirm(grace, "000000").isError(409, "Conflict", "Too many wrong codes; try again tomorrow");
    assertThat(phone(grace).path("number").isNull()).isTrue();
  }

  @Test
  void manyEntriesAtOnceAreCountedEach() {
    request(grace, number).hasStatus(200);
    String code = sentCode(GATEWAY, number);
    List<CompletableFuture<Integer>> entries =
        IntStream.range(0, 20)
            .mapToObj(
                each -> CompletableFuture.supplyAsync(() -> confirm(grace, wrong(code)).status()))
            .toList();
    assertThat(entries.stream().map(CompletableFuture::join).filter(status -> status == 400))
        .hasSize(PhoneCodeStore.MOST_GUESSES);
  }

  @Test
  void requestsAreBounded() {
    for (int code = 0; code < CodeCounts.MOST_OWN; code++) {
      request(grace, number).hasStatus(200);
    }
    isTooMany(request(grace, number));
    request(grace, number()).hasStatus(200);
    request(grace, number()).hasStatus(200);
    isTooMany(request(grace, number()));

    // The owner of the phone has two left, whatever one stranger did.
    SignedIn ada = people.join(acme, Role.VIEWER);
    request(ada, number).hasStatus(200);
    request(ada, number).hasStatus(200);
    isTooMany(request(ada, number));
    SignedIn joan = people.join(APP.newTenant(), Role.VIEWER);
    isTooMany(request(joan, number));
    request(joan, number()).hasStatus(200);
  }

  @Test
  void theMonthCountsForANumber() {
    int day = 24 * 60;
    requested(
        "gen_random_uuid()",
        quoted(grace.id()),
        quoted(number),
        CodeCounts.MOST_OWN_IN_MONTH,
        day * 2);
    isTooMany(request(grace, number));
    SignedIn ada = people.join(acme, Role.VIEWER);
    request(ada, number).hasStatus(200);
    requested("gen_random_uuid()", "gen_random_uuid()", quoted(number), 6, day * 29);
    isTooMany(request(ada, number));
    APP.database()
        .execute(
            "UPDATE phone_codes SET requested_at = requested_at - interval '29 days' WHERE number = "
                + quoted(number));
    request(grace, number).hasStatus(200);
  }

  @Test
  void anAccountCannotUseUpTheCodesOfOthers() {
    requested(
        quoted(acme.account()),
        "gen_random_uuid()",
        "'+4915' || (1000000000 + generate_series)",
        50,
        60);
    isTooMany(request(grace, number));
    request(people.join(APP.newTenant(), Role.VIEWER), number()).hasStatus(200);
  }

  @Test
  void requestsAtOnceKeepTheBounds() {
    List<CompletableFuture<Integer>> requests =
        IntStream.range(0, 12)
            .mapToObj(each -> CompletableFuture.supplyAsync(() -> request(grace, number).status()))
            .toList();
    assertThat(requests.stream().map(CompletableFuture::join).filter(status -> status == 200))
        .hasSize(CodeCounts.MOST_OWN);
  }
}
