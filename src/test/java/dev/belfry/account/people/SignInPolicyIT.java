package dev.belfry.account.people;

import static dev.belfry.account.people.SecondFactorFixture.code;
import static dev.belfry.account.people.SecondFactorFixture.proof;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.account.people.SecondFactorFixture.Secured;
import dev.belfry.api.auth.Role;
import dev.belfry.api.contract.Contract;
import dev.belfry.api.contract.OperationContract;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.AuthenticatorApp;
import dev.belfry.testing.Fixtures;
import dev.belfry.testing.Polling;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Accounts that require a second factor of their members. */
class SignInPolicyIT {
  private static final String POLICY = "/v1/accounts/me/sign-in-policy";
  private static final String REQUIRED = "SECOND_FACTOR_REQUIRED";

  private final TestApp app = TestApp.shared();
  private final People people = new People(app);
  private final Tenant acme = app.newTenant();
  private final SecondFactorFixture stage = new SecondFactorFixture(app, acme);
  private final Secured owner = stage.secure(people.join(acme, Role.OWNER));

  private static String required(boolean required) {
    return "{\"secondFactorRequired\":" + required + "}";
  }

  private void require(boolean required) {
    ApiReply reply = owner.person().client().put(POLICY, required(required)).hasStatus(200);
    reply.matchesContract("updateSignInPolicy");
    assertThat(reply.at("/secondFactorRequired").asBoolean()).isEqualTo(required);
  }

  private static boolean isRestricted(SignedIn person) {
    return person.client().get("/console/session").at("/secondFactorRequired").asBoolean();
  }

  private static void untilRestricted(SignedIn person) {
    Polling.until("the session is restricted", () -> isRestricted(person));
  }

  private static void requireWorks(SignedIn person) {
    Polling.until("the session works", () -> person.client().get("/v1/checks").status() == 200);
  }

  @Test
  void aMemberWithoutAFactorCanOnlySetItUp() {
    SignedIn grace = people.join(acme, Role.EDITOR);
    require(true);
    untilRestricted(grace);
    ApiReply refused =
        grace.client().get("/v1/checks").hasStatus(403).matchesContract("listChecks");
    assertThat(refused.at("/code").asText()).isEqualTo(REQUIRED);
    assertThat(refused.at("/message").asText()).contains("requires a second factor", "Profile");

    AuthenticatorApp phone = SecondFactorFixture.begin(grace);
    grace.client().post(SecondFactorFixture.CONFIRMATION, code(phone.code())).hasStatus(200);
    grace.client().get("/v1/checks").hasStatus(200);
    assertThat(isRestricted(grace)).isFalse();
    owner.person().client().get("/v1/checks").hasStatus(200);
    app.as(acme).get("/v1/checks").hasStatus(200);
  }

  @Test
  void everyOtherOperationIsRefused() {
    Fixtures owned = Fixtures.create(app.as(acme), acme.account());
    SignedIn grace = people.join(acme, Role.ADMIN);
    require(true);
    untilRestricted(grace);
    List<OperationContract> operations =
        Contract.load().operations().stream().filter(one -> !one.open()).toList();
    assertThat(operations.stream().filter(OperationContract::ofRestricted))
        .extracting(OperationContract::id)
        .containsExactlyInAnyOrder(
            "readSession",
            "switchSession",
            "removeSession",
            "beginSecondFactor",
            "confirmSecondFactor");
    for (OperationContract operation : operations) {
      if (!operation.ofRestricted()) {
        byte[] body =
            operation.body().isPresent()
                ? owned.body(operation.id()).getBytes(StandardCharsets.UTF_8)
                : null;
        ApiReply reply =
            grace.client().send(operation.method(), owned.address(operation.path()), body);
        assertThat(reply.at("/code").asText()).as(operation.id()).isEqualTo(REQUIRED);
        reply.hasStatus(403).matchesContract(operation.id());
      }
    }
  }

  @Test
  void whoJoinsOrSignsInLaterIsRestrictedToo() {
    require(true);
    SignedIn grace = people.join(acme, Role.VIEWER);
    untilRestricted(grace);
    assertThat(isRestricted(people.again(grace))).isTrue();
    require(false);
    requireWorks(grace);
  }

  @Test
  void theRuleIsOfOneAccount() {
    SignedIn grace = people.join(acme, Role.VIEWER);
    Tenant globex = app.newTenant();
    SignedIn there = people.join(globex, Role.VIEWER, grace.email());
    require(true);
    untilRestricted(grace);
    there.client().get("/v1/checks").hasStatus(200);
    ApiReply switched =
        grace
            .client()
            .put("/console/session", "{\"accountId\":\"" + globex.account() + "\"}")
            .hasStatus(204);
    people.signedIn(switched, grace.email()).client().get("/v1/checks").hasStatus(200);
  }

  /** Removing is allowed, since a new phone needs it, and leads to the restriction. */
  @Test
  void whoTurnsTheFactorOffIsRestricted() {
    Secured grace = stage.secured();
    Secured ada = stage.secured();
    require(true);
    stage.forgetUse(grace.person());
    grace
        .person()
        .client()
        .post("/console/second-factor/removal", proof(People.PASSWORD, grace.phone().code()))
        .hasStatus(204);
    untilRestricted(grace.person());
    stage.secure(grace.person());
    grace.person().client().get("/v1/checks").hasStatus(200);
    people.resetSecondFactor(ada.person().email());
    untilRestricted(ada.person());
  }

  @Test
  void onlyAnOwnerWithAFactorRequiresIt() {
    SignedIn other = people.join(acme, Role.OWNER);
    SignedIn admin = people.join(acme, Role.ADMIN);
    ApiReply refused = other.client().put(POLICY, required(true)).hasStatus(409);
    assertThat(refused.matchesContract("updateSignInPolicy").at("/message").asText())
        .isEqualTo("Set up a second factor of your own first");
    other.client().put(POLICY, required(false)).hasStatus(200);
    admin.client().put(POLICY, required(true)).isForbidden();
    app.as(acme).put(POLICY, required(true)).isForbidden();
    other.client().put(POLICY, "{}").isInvalid("/secondFactorRequired");
    other.client().put(POLICY, "{\"secondFactorRequired\":1}").isInvalid("/secondFactorRequired");
    ApiReply read = admin.client().get(POLICY).hasStatus(200).matchesContract("readSignInPolicy");
    assertThat(read.at("/secondFactorRequired").asBoolean()).isFalse();
    other.client().get("/v1/checks").hasStatus(200);
  }

  @Test
  void aStreamOfEventsEndsWithTheRestriction() {
    SignedIn grace = people.join(acme, Role.VIEWER);
    CompletableFuture<ApiReply> followed =
        CompletableFuture.supplyAsync(() -> grace.client().get("/v1/events"));
    require(true);
    untilRestricted(grace);
    Polling.until("the stream has ended", followed::isDone);
  }

  /** Whatever comes first, the end is the same: no factor and a rule make a restriction. */
  @Test
  void aFactorTurnedOffWhileTheRuleChangesIsNotForgotten() {
    for (int round = 0; round < 5; round++) {
      require(false);
      Secured grace = stage.secured();
      CompletableFuture<Void> rule = CompletableFuture.runAsync(() -> require(true));
      CompletableFuture<Void> factor =
          CompletableFuture.runAsync(() -> people.resetSecondFactor(grace.person().email()));
      CompletableFuture<SignedIn> joined =
          CompletableFuture.supplyAsync(() -> people.join(acme, Role.VIEWER));
      Stream.of(rule, factor, joined).forEach(CompletableFuture::join);
      assertThat(
              app.database()
                  .count(
                      """
                      SELECT count(*) FROM memberships m WHERE m.account_id = '%s' AND m.restricted
                        = EXISTS (SELECT FROM second_factors f WHERE f.user_id = m.user_id)"""
                          .formatted(acme.account())))
          .isZero();
      untilRestricted(grace.person());
      untilRestricted(joined.join());
    }
  }
}
