package dev.belfry.alerting.phone;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.People.SignedIn;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.TextGateway;
import java.util.concurrent.ThreadLocalRandom;

/** What persons do about their phones, and a number that no other test has. */
final class PhoneRequests {
  static final String PHONE = "/console/person/phone";

  private PhoneRequests() {}

  static String number() {
    return "+4915" + ThreadLocalRandom.current().nextLong(1_000_000_000L, 9_999_999_999L);
  }

  static ApiReply request(SignedIn person, String typed) {
    return person
        .client()
        .post(PHONE + "/codes", "{\"number\":\"%s\"}".formatted(typed))
        .matchesContract("requestPhoneCode");
  }

  static ApiReply confirm(SignedIn person, String code) {
    return person
        .client()
        .post(PHONE + "/confirmation", "{\"code\":\"%s\"}".formatted(code))
        .matchesContract("confirmOwnPhone");
  }

  static JsonNode phone(SignedIn person) {
    return person.client().get(PHONE).hasStatus(200).matchesContract("getOwnPhone").json();
  }

  /** The code of the next message to the number. */
  static String sentCode(TextGateway gateway, String number) {
    return gateway.take(number).text().substring(0, 6);
  }

  /** As SQL writes a text that has no quote in it. */
  static String quoted(Object text) {
    return "'" + text + "'";
  }

  static String wrong(String code) {
    return code.equals("000000") ? "000001" : "000000";
  }
}
