package dev.belfry.account.people;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.AuthenticatorApp;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Persons with second factors, for tests. */
final class SecondFactorFixture {
  static final String FACTOR = "/console/second-factor";
  static final String CONFIRMATION = FACTOR + "/confirmation";

  private final TestApp app;
  private final People people;
  private final Tenant acme;

  SecondFactorFixture(TestApp app, Tenant acme) {
    this.app = app;
    this.people = new People(app);
    this.acme = acme;
  }

  /** A person with a factor in force. */
  record Secured(SignedIn person, AuthenticatorApp phone, List<String> recovery) {}

  /** A body with a password. */
  static String password(String password) {
    return "{\"password\":\"%s\"}".formatted(password);
  }

  /** A body with a code. */
  static String code(String code) {
    return "{\"code\":\"%s\"}".formatted(code);
  }

  /** A body with both. */
  static String proof(String password, String code) {
    return "{\"password\":\"%s\",\"code\":\"%s\"}".formatted(password, code);
  }

  static AuthenticatorApp begin(SignedIn person) {
    ApiReply begun = person.client().post(FACTOR, password(People.PASSWORD)).hasStatus(200);
    return new AuthenticatorApp(begun.matchesContract("beginSecondFactor").at("/secret").asText());
  }

  static List<String> codes(ApiReply reply) {
    List<String> codes = new ArrayList<>();
    reply.at("/recoveryCodes").forEach(each -> codes.add(each.asText()));
    assertThat(codes).hasSize(RecoveryCode.COUNT).doesNotHaveDuplicates();
    return codes;
  }

  Secured secure(SignedIn person) {
    AuthenticatorApp phone = begin(person);
    ApiReply on = person.client().post(CONFIRMATION, code(phone.code())).hasStatus(200);
    on.matchesContract("confirmSecondFactor");
    return new Secured(person, phone, codes(on));
  }

  Secured secured() {
    return secure(people.join(acme, Role.VIEWER));
  }

  /** As if the codes of now had not been used; waiting for new ones takes half a minute. */
  void forgetUse(SignedIn person) {
    set(person, "last_step = 0");
  }

  void set(SignedIn person, String what) {
    app.database()
        .execute("UPDATE second_factors SET %s WHERE user_id = '%s'".formatted(what, person.id()));
  }

  static void requireSays(ApiReply reply, String what) {
    reply.hasStatus(401).matchesContract("startSession");
    assertThat(reply.at("/attributes/secondFactor").asText()).isEqualTo(what);
  }

  ApiReply signIn(Secured grace, String code) {
    return people.signIn(grace.person().email(), People.PASSWORD, code);
  }

  static String wrong(AuthenticatorApp phone) {
    List<String> near = Stream.of(-2, -1, 0, 1, 2).map(phone::code).toList();
    return Stream.of("000000", "111111", "222222", "333333", "444444", "555555")
        .filter(code -> !near.contains(code))
        .findFirst()
        .orElseThrow();
  }
}
