package dev.belfry.alerting.phone;

import static dev.belfry.alerting.phone.PhoneRequests.PHONE;
import static dev.belfry.alerting.phone.PhoneRequests.confirm;
import static dev.belfry.alerting.phone.PhoneRequests.number;
import static dev.belfry.alerting.phone.PhoneRequests.phone;
import static dev.belfry.alerting.phone.PhoneRequests.quoted;
import static dev.belfry.alerting.phone.PhoneRequests.request;
import static dev.belfry.alerting.phone.PhoneRequests.sentCode;
import static dev.belfry.alerting.phone.PhoneRequests.wrong;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.LogCapture;
import dev.belfry.testing.Polling;
import dev.belfry.testing.TextGateway;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The phones of persons, and the codes that confirm them. */
class OwnPhoneIT {
  private static final TextGateway GATEWAY = new TextGateway();
  private static final TestApp APP =
      TestApp.start(
          Map.of(
              "BELFRY_SMS_URL",
              GATEWAY.url() + "/texts",
              "BELFRY_PERSONS_SMS",
              "+4915,+4366",
              "BELFRY_PUBLIC_URL",
              "https://b.example.org"));

  private final People people = new People(APP);
  private final Tenant acme = APP.newTenant();
  private final SignedIn grace = people.join(acme, Role.VIEWER);
  private final String number = number();
  private final LogCapture log = new LogCapture("dev.belfry");

  @AfterEach
  void noLogHasTheNumber() {
    log.close();
    GATEWAY.reset();
    assertThat(log.messages()).noneMatch(line -> line.contains(number.substring(1)));
    assertThat(APP.as(acme).get("/v1/audit-log?limit=100").text())
        .doesNotContain(number.substring(1));
    assertThat(APP.as(acme).get("/v1/accounts/me/members").hasStatus(200).text())
        .doesNotContain(number.substring(1));
  }

  @AfterAll
  static void stop() {
    APP.close();
    GATEWAY.close();
  }

  private static void own(SignedIn person, String phoneNumber) {
    request(person, phoneNumber).hasStatus(200);
    confirm(person, sentCode(GATEWAY, phoneNumber)).hasStatus(200);
  }

  @Test
  void aNumberIsConfirmedWithItsCode() {
    assertThat(phone(grace))
        .isEqualTo(
            JsonNodeFactory.instance
                .objectNode()
                .putNull("number")
                .putNull("use")
                .putNull("confirmedAt")
                .putNull("lastSuccessAt")
                .put("failures", 0)
                .putNull("hindrance")
                .putNull("change"));
    request(grace, " (00" + number.substring(1, 6) + ") " + number.substring(6)).hasStatus(200);
    TextGateway.Got sent = GATEWAY.take(number);
    assertThat(sent.body().path("to").asText()).isEqualTo(number);
    assertThat(sent.text())
        .matches(
            "[0-9]{6} is your code to get alerts by text message from https://b.example.org\\..*");
    Polling.until("sent", () -> phone(grace).at("/change/state").asText().equals("SENT"));
    assertThat(phone(grace).at("/change/number").asText()).isEqualTo(number);
    assertThat(phone(grace).path("number").isNull()).isTrue();
    String code = sent.text().substring(0, 6);
    confirm(grace, wrong(code)).isInvalid("/code");
    ApiReply confirmed =
        confirm(grace, code.substring(0, 3) + " " + code.substring(3)).hasStatus(200);
    assertThat(confirmed.at("/number").asText()).isEqualTo(number);
    assertThat(confirmed.at("/use").asText()).isEqualTo("FALLBACK");
    assertThat(confirmed.at("/change").isNull()).isTrue();
    confirm(grace, code).isError(409, "Conflict", "No code is valid; request a new one");
    assertThat(
            APP.database()
                .count("SELECT count(*) FROM phone_codes WHERE number = " + quoted(number)))
        .isOne();

    String tag = grace.client().get(PHONE).header("etag");
    grace.client().with("If-None-Match", tag).get(PHONE).hasStatus(304);
    grace
        .client()
        .patch(PHONE, "{\"use\":\"FAILURES\"}")
        .hasStatus(200)
        .matchesContract("updateOwnPhone");
    assertThat(phone(grace).path("use").asText()).isEqualTo("FAILURES");
    grace.client().delete(PHONE).hasStatus(204).matchesContract("removeOwnPhone");
    grace.client().delete(PHONE).isNotFound();
    grace.client().patch(PHONE, "{\"use\":\"NEVER\"}").isNotFound();
  }

  @Test
  void theNumberInForceStaysUntilTheNextOneIsConfirmed() {
    own(grace, number);
    grace.client().patch(PHONE, "{\"use\":\"FAILURES\"}").hasStatus(200);
    String next = number();
    request(grace, next).hasStatus(200);
    String code = sentCode(GATEWAY, next);
    assertThat(phone(grace).path("number").asText()).isEqualTo(number);
    confirm(grace, wrong(code)).isInvalid("/code");
    assertThat(phone(grace).path("number").asText()).isEqualTo(number);
    assertThat(confirm(grace, code).hasStatus(200).at("/number").asText()).isEqualTo(next);
    assertThat(phone(grace).path("use").asText()).as("kept").isEqualTo("FAILURES");
  }

  @Test
  void aNumberBelongsToThePersonWhoConfirmedItLast() {
    own(grace, number);
    SignedIn eve = people.join(APP.newTenant(), Role.OWNER);
    request(eve, number).hasStatus(200);
    String code = sentCode(GATEWAY, number);
    assertThat(phone(grace).path("number").asText()).as("not confirmed").isEqualTo(number);
    confirm(grace, code).hasStatus(409);
    confirm(eve, wrong(code)).isInvalid("/code");
    assertThat(phone(eve).path("number").isNull()).isTrue();
    confirm(eve, code).hasStatus(200);
    assertThat(phone(grace).path("number").isNull()).isTrue();
    assertThat(phone(eve).path("number").asText()).isEqualTo(number);
  }

  @Test
  void aCodeThatWasReplacedOrIsTooOldIsWorthNothing() {
    request(grace, number).hasStatus(200);
    String first = sentCode(GATEWAY, number);
    request(grace, number).hasStatus(200);
    String second = sentCode(GATEWAY, number);
    if (!first.equals(second)) {
      confirm(grace, first).isInvalid("/code");
    }
    APP.database()
        .execute(
            "UPDATE phone_codes SET requested_at = requested_at - interval '10 minutes'"
                + " WHERE user_id = "
                + quoted(grace.id()));
    confirm(grace, second).isError(409, "Conflict", "No code is valid; request a new one");
    assertThat(phone(grace).path("change").isNull()).isTrue();
  }

  @Test
  void aCodeThatWasTakenBackIsNotSent() {
    GATEWAY.answer(503, "later");
    request(grace, number).hasStatus(200);
    GATEWAY.take(number);
    grace.client().delete(PHONE).hasStatus(204);
    Polling.until(
        "given up",
        () ->
            APP.database()
                    .count(
                        "SELECT count(*) FROM deliveries d JOIN phone_codes c ON c.delivery_id = d.id"
                            + " WHERE d.state = 'DEAD' AND c.user_id = "
                            + quoted(grace.id()))
                == 1);
    assertThat(GATEWAY.waiting(number)).isZero();
  }

  @Test
  void aNumberThatTheGatewayRefusesIsSaid() {
    GATEWAY.answer(410, "no such number: " + number);
    request(grace, number).hasStatus(200);
    Polling.until("failed", () -> phone(grace).at("/change/state").asText().equals("FAILED"));
    assertThat(
            APP.database()
                .count("SELECT count(*) FROM deliveries WHERE answer LIKE '%" + number + "%'"))
        .isZero();
  }

  @Test
  void eachWrongMemberIsNamed() {
    request(grace, "12345").isInvalid("/number");
    request(grace, "+4915").isInvalid("/number");
    assertThat(request(grace, "+12025550123").isInvalid("/number").text()).contains("+4915, +4366");
    request(grace, "").isInvalid("/number");
    grace.client().post(PHONE + "/codes", "{}").isInvalid("/number");
    grace.client().post(PHONE + "/confirmation", "{}").isInvalid("/code");
    grace.client().patch(PHONE, "{}").isInvalid("/use");
    grace.client().patch(PHONE, "{\"use\":\"ALWAYS\"}").isInvalid("/use");
    confirm(grace, "000000").hasStatus(409);
    assertThat(
            APP.database()
                .count("SELECT count(*) FROM phone_codes WHERE user_id = " + quoted(grace.id())))
        .isZero();
  }

  @Test
  void programsHaveNoPhone() {
    for (ApiReply reply :
        List.of(
            APP.as(acme).get(PHONE),
            APP.as(acme).patch(PHONE, "{\"use\":\"NEVER\"}"),
            APP.as(acme).delete(PHONE),
            APP.as(acme).post(PHONE + "/codes", "{\"number\":\"+4915112345678\"}"),
            APP.as(acme).post(PHONE + "/confirmation", "{\"code\":\"000000\"}"))) {
      reply.isError(403, "Forbidden", "Only a person who is signed in can do this");
    }
  }

  @Test
  void theOperatorLearnsFromTheAnswerWhatToSet() {
    String session = "Bearer " + grace.token();
    String body = "{\"number\":\"%s\"}".formatted(number);
    try (TestApp none = TestApp.startOn(APP.database().address(), Map.of())) {
      none.client()
          .with("Authorization", session)
          .post(PHONE + "/codes", body)
          .isError(
              409,
              "Conflict",
              "No gateway for text messages is configured; the operator sets BELFRY_SMS_URL");
    }
    try (TestApp some =
        TestApp.startOn(APP.database().address(), Map.of("BELFRY_SMS_URL", GATEWAY.url()))) {
      ApiReply refused =
          some.client().with("Authorization", session).post(PHONE + "/codes", body).hasStatus(409);
      assertThat(refused.text()).contains("BELFRY_PERSONS_SMS");
      assertThat(some.client().with("Authorization", session).get(PHONE).at("/hindrance").asText())
          .contains("BELFRY_PERSONS_SMS");
    }
    assertThat(
            APP.database()
                .count("SELECT count(*) FROM phone_codes WHERE number = " + quoted(number)))
        .isZero();
  }
}
