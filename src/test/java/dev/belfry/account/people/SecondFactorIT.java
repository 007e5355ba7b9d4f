package dev.belfry.account.people;

import static dev.belfry.account.people.SecondFactorFixture.CONFIRMATION;
import static dev.belfry.account.people.SecondFactorFixture.FACTOR;
import static dev.belfry.account.people.SecondFactorFixture.begin;
import static dev.belfry.account.people.SecondFactorFixture.code;
import static dev.belfry.account.people.SecondFactorFixture.codes;
import static dev.belfry.account.people.SecondFactorFixture.password;
import static dev.belfry.account.people.SecondFactorFixture.proof;
import static dev.belfry.account.people.SecondFactorFixture.requireSays;
import static dev.belfry.account.people.SecondFactorFixture.wrong;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.account.people.SecondFactorFixture.Secured;
import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.platform.db.DatabaseUnusableException;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.AuthenticatorApp;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A second factor: turned on, asked for at every way in, guessed at, lost and turned off. */
class SecondFactorIT {
  private static final String REMOVAL = FACTOR + "/removal";
  private static final String CODES = "/console/recovery-codes";
  private static final String ACCEPT = "/console/invitations";
  private static final String OTHER = "another long password";

  private final TestApp app = TestApp.shared();
  private final People people = new People(app);
  private final Tenant acme = app.newTenant();
  private final SecondFactorFixture stage = new SecondFactorFixture(app, acme);

  @Test
  void aFactorIsTurnedOnWithPasswordAndCode() {
    SignedIn grace = people.join(acme, Role.VIEWER);
    grace.client().post(CONFIRMATION, code("123456")).hasStatus(409);
    grace
        .client()
        .post(FACTOR, password(OTHER))
        .isInvalid("/password")
        .matchesContract("beginSecondFactor");
    AuthenticatorApp replaced = begin(grace);
    ApiReply begun = grace.client().post(FACTOR, password(People.PASSWORD)).hasStatus(200);
    String secret = begun.at("/secret").asText();
    assertThat(secret).matches("[A-Z2-7]{32}");
    assertThat(begun.at("/uri").asText()).startsWith("otpauth://totp/Belfry:").contains(secret);
    assertThat(begun.at("/qrCode").asText()).startsWith("<svg ");
    // Not in force yet.
    people.signIn(grace.email(), People.PASSWORD).hasStatus(204);
    grace
        .client()
        .post(CONFIRMATION, code(replaced.code()))
        .isInvalid("/code")
        .matchesContract("confirmSecondFactor");
    AuthenticatorApp phone = new AuthenticatorApp(secret);
    List<String> recovery =
        codes(grace.client().post(CONFIRMATION, code(phone.code())).hasStatus(200));
    JsonNode user = grace.client().get("/console/session").hasStatus(200).at("/user");
    assertThat(user.path("secondFactor").asBoolean()).isTrue();
    assertThat(user.path("recoveryCodesLeft").asInt()).isEqualTo(RecoveryCode.COUNT);
    grace.client().post(FACTOR, password(People.PASSWORD)).hasStatus(409);
    grace.client().post(CONFIRMATION, code(phone.code(1))).hasStatus(409);

    String stored =
        "SELECT count(*) FROM second_factors f WHERE user_id = '%s' AND secret %s"
            .formatted(grace.id(), "LIKE 'sealed:v1:%'");
    assertThat(app.database().count(stored)).isEqualTo(1);
    String hashed =
        "SELECT count(*) FROM recovery_codes WHERE user_id = '%s' AND code_hash = sha256('%s')"
            .formatted(grace.id(), recovery.get(0).replace("-", ""));
    assertThat(app.database().count(hashed)).isEqualTo(1);
  }

  @Test
  void aCodeSignsInOnce() {
    Secured grace = stage.secured();
    String email = grace.person().email();
    requireSays(people.signIn(email, People.PASSWORD), "REQUIRED");
    // A wrong password says nothing of the factor, and uses no code.
    String unknown = people.signIn(people.email(), OTHER).isUnauthorized().text();
    String next = grace.phone().code(1);
    assertThat(people.signIn(email, OTHER, next).isUnauthorized().text()).isEqualTo(unknown);
    requireSays(stage.signIn(grace, grace.phone().code(10)), "WRONG");
    ApiReply begun =
        stage.signIn(grace, next.substring(0, 3) + " " + next.substring(3)).hasStatus(204);
    people.signedIn(begun, email).client().get("/v1/checks").hasStatus(200);
    requireSays(stage.signIn(grace, next), "WRONG");
    assertThat(stage.signIn(grace, grace.recovery().get(0)).status()).isEqualTo(204);
  }

  @Test
  void ofTwoAtOnceOneWins() {
    Secured grace = stage.secured();
    String next = grace.phone().code(1);
    String recovery = grace.recovery().get(0);
    for (String code : List.of(next, recovery)) {
      List<Integer> statuses =
          Stream.generate(
                  () -> CompletableFuture.supplyAsync(() -> stage.signIn(grace, code).status()))
              .limit(3)
              .toList()
              .stream()
              .map(CompletableFuture::join)
              .sorted()
              .toList();
      assertThat(statuses).as(code).containsExactly(204, 401, 401);
    }
  }

  @Test
  void aRecoveryCodeWorksOnceInPlaceOfTheApp() {
    Secured grace = stage.secured();
    String first = grace.recovery().get(0);
    stage.signIn(grace, first.toUpperCase(Locale.ROOT).replace("-", " ")).hasStatus(204);
    requireSays(stage.signIn(grace, first), "WRONG");
    requireLeft(grace, 9);

    String second = grace.recovery().get(1);
    grace
        .person()
        .client()
        .post(CODES, proof(OTHER, second))
        .isInvalid("/password")
        .matchesContract("createRecoveryCodes");
    grace.person().client().post(CODES, proof(People.PASSWORD, first)).isInvalid("/code");
    ApiReply made = grace.person().client().post(CODES, proof(People.PASSWORD, second));
    List<String> fresh = codes(made.hasStatus(200).matchesContract("createRecoveryCodes"));
    requireLeft(grace, 10);
    requireSays(stage.signIn(grace, grace.recovery().get(2)), "WRONG");
    stage.signIn(grace, fresh.get(0)).hasStatus(204);

    grace.person().client().post(REMOVAL, proof(OTHER, fresh.get(1))).isInvalid("/password");
    grace
        .person()
        .client()
        .post(REMOVAL, proof(People.PASSWORD, first))
        .isInvalid("/code")
        .matchesContract("removeSecondFactor");
    grace
        .person()
        .client()
        .post(REMOVAL, proof(People.PASSWORD, fresh.get(1)))
        .hasStatus(204)
        .matchesContract("removeSecondFactor");
    people.signIn(grace.person().email(), People.PASSWORD).hasStatus(204);
    grace.person().client().post(REMOVAL, proof(People.PASSWORD, fresh.get(2))).hasStatus(409);
    grace.person().client().post(CODES, proof(People.PASSWORD, fresh.get(2))).hasStatus(409);
  }

  private static void requireLeft(Secured grace, int codes) {
    JsonNode user = grace.person().client().get("/console/session").hasStatus(200).at("/user");
    assertThat(user.path("recoveryCodesLeft").asInt()).isEqualTo(codes);
  }

  @Test
  void guessesWaitAlthoughThePasswordIsRight() {
    Secured grace = stage.secured();
    stage.forgetUse(grace.person());
    // Turning the factor on took an attempt.
    for (int each = 1; each < SignInBackOff.FREE; each++) {
      requireSays(stage.signIn(grace, wrong(grace.phone())), "WRONG");
    }
    ApiReply late = stage.signIn(grace, grace.phone().code()).hasStatus(429);
    assertThat(late.matchesContract("startSession").header("retry-after")).isEqualTo("1");
  }

  /** Else the refused request would be undone, and with it the count of its guess. */
  @Test
  void aGuessUnderAnIdempotencyKeyCounts() {
    Secured grace = stage.secured();
    String body = "{\"email\":\"%s\",\"password\":\"%s\",\"code\":\"%s\"}";
    ApiReply refused =
        app.client()
            .with("Idempotency-Key", "guess")
            .post(
                "/console/session",
                body.formatted(grace.person().email(), People.PASSWORD, wrong(grace.phone())));
    requireSays(refused, "WRONG");
    String tries = "SELECT tries FROM second_factors WHERE user_id = '%s'";
    assertThat(app.database().count(tries.formatted(grace.person().id()))).isEqualTo(1);
  }

  @Test
  void guessesFromAllNetworksWaitTogether() {
    Secured grace = stage.secured();
    stage.set(
        grace.person(), "last_step = 0, tries = %d, tried_at = now()".formatted(FactorState.FREE));
    ApiReply late = stage.signIn(grace, grace.phone().code()).hasStatus(429);
    assertThat(Integer.parseInt(late.matchesContract("startSession").header("retry-after")))
        .isBetween(800, 900);
    stage.signIn(grace, grace.recovery().get(0)).hasStatus(204);
    stage.set(grace.person(), "tried_at = now() - interval '15 minutes'");
    stage.signIn(grace, grace.phone().code()).hasStatus(204);
  }

  @Test
  void aSecretDoesNotWaitForever() {
    SignedIn grace = people.join(acme, Role.VIEWER);
    AuthenticatorApp phone = begin(grace);
    stage.set(grace, "begun_at = now() - interval '15 minutes'");
    grace.client().post(CONFIRMATION, code(phone.code())).hasStatus(409);
    AuthenticatorApp guessed = begin(grace);
    for (int each = 0; each < FactorState.FREE; each++) {
      grace.client().post(CONFIRMATION, code(wrong(guessed))).isInvalid("/code");
    }
    grace
        .client()
        .post(CONFIRMATION, code(guessed.code()))
        .hasStatus(409)
        .matchesContract("confirmSecondFactor");
    stage.secure(grace);
  }

  @Test
  void noLinkGoesRoundTheFactor() {
    Secured grace = stage.secured();
    String email = grace.person().email();
    Tenant globex = app.newTenant();
    String invited = people.link(globex, Role.EDITOR, email);
    String body = "{\"token\":\"%s\",\"password\":\"%s\"%s}";
    requireRefused(body.formatted(invited, People.PASSWORD, ""), "REQUIRED");
    requireRefused(body.formatted(invited, People.PASSWORD, withCode("000-000-000")), "WRONG");
    String next = grace.phone().code(1);
    ApiReply joined =
        app.client()
            .post(ACCEPT, body.formatted(invited, People.PASSWORD, withCode(next)))
            .hasStatus(204);
    people.signedIn(joined, email).client().get("/v1/checks").hasStatus(200);

    String link = people.passwordLink(email);
    requireRefused(body.formatted(link, OTHER, ""), "REQUIRED");
    requireRefused(body.formatted(link, OTHER, withCode(next)), "WRONG");
    requireSays(people.signIn(email, People.PASSWORD), "REQUIRED"); // Still the password.
    ApiReply set =
        app.client()
            .post(ACCEPT, body.formatted(link, OTHER, withCode(grace.recovery().get(0))))
            .hasStatus(204);
    people.signedIn(set, email).client().get("/v1/checks").hasStatus(200);
    requireSays(people.signIn(email, OTHER), "REQUIRED");
  }

  private static String withCode(String code) {
    return ",\"code\":\"" + code + "\"";
  }

  private void requireRefused(String body, String what) {
    ApiReply reply = app.client().post(ACCEPT, body).hasStatus(401);
    assertThat(reply.matchesContract("acceptInvitation").at("/attributes/secondFactor").asText())
        .isEqualTo(what);
  }

  @Test
  void theCommandTurnsOffALostFactor() {
    Secured grace = stage.secured();
    people.resetSecondFactor(grace.person().email().toUpperCase(Locale.ROOT));
    people.signIn(grace.person().email(), People.PASSWORD).hasStatus(204);
    requireLeft(grace, 0);
    assertThatThrownBy(() -> people.resetSecondFactor(grace.person().email()))
        .isInstanceOf(DatabaseUnusableException.class);
    stage.secure(grace.person());
  }

  @Test
  void adminsSeeWhoHasAFactorAndKeysHaveNone() {
    SignedIn admin = people.join(acme, Role.ADMIN);
    Secured grace = stage.secured();
    String members = "/v1/accounts/me/members";
    ApiReply list = admin.client().get(members).hasStatus(200).matchesContract("listOwnMembers");
    assertThat(list.json().findValuesAsText("mfaEnabled")).containsExactly("false", "true");
    assertThat(grace.person().client().get(members).hasStatus(200).text())
        .doesNotContain("mfaEnabled");
    app.as(acme).post(FACTOR, password(People.PASSWORD)).hasStatus(403);
    app.as(acme).post(CONFIRMATION, code("123456")).hasStatus(403);
    app.as(acme).post(REMOVAL, proof(People.PASSWORD, "123456")).hasStatus(403);
    app.as(acme).post(CODES, proof(People.PASSWORD, "123456")).hasStatus(403);
  }
}
