package dev.belfry.account.oidc;

import static dev.belfry.account.oidc.OidcJourney.person;
import static dev.belfry.account.oidc.OidcJourney.requireProblem;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Polling;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Persons who sign in over OpenID Connect, and the roles that claims give them. */
class OidcSignInIT {
  private static final TestApp SHARED = TestApp.shared();
  private static final People PEOPLE = new People(SHARED);
  private static final Tenant ACME = SHARED.newTenant();
  private static final Tenant CLAIMED = SHARED.newTenant();

  private static FakeProvider provider;
  private static TestApp app;
  private static OidcJourney journey;

  @BeforeAll
  static void start() {
    provider = new FakeProvider(0);
    String roles =
        "staff=viewer@%1$s,editors=editor@%1$s,owners=owner@%1$s".formatted(CLAIMED.account());
    app = TestApp.startOn(SHARED.database().address(), provider.environment(roles));
    // The cookie is sealed with what all instances know.
    journey = new OidcJourney(app, app, provider);
  }

  @AfterAll
  static void stop() {
    app.close();
    provider.close();
  }

  private static SignedIn signedIn(JsonObject claims) {
    return signedIn(journey.travel(claims), claims.getString("email"));
  }

  private static SignedIn signedIn(ApiReply reply, String email) {
    assertThat(reply.header("location")).isEqualTo("/console");
    return PEOPLE.signedIn(reply, email);
  }

  private static String role(SignedIn person) {
    return person.client().get("/console/session").at("/role").asText();
  }

  private static String roleIn(Tenant tenant, SignedIn person) {
    for (var account : person.client().get("/console/session").at("/accounts")) {
      if (account.at("/id").asText().equals(tenant.account().toString())) {
        return account.at("/role").asText();
      }
    }
    return "none";
  }

  @Test
  void thePageLearnsOfTheProvider() {
    ApiReply methods =
        app.client().get("/console/sign-in-methods").matchesContract("readSignInMethods");
    assertThat(methods.at("/oidc/name").asText()).isEqualTo("Test");
    assertThat(SHARED.client().get("/console/sign-in-methods").at("/oidc").isNull()).isTrue();
    SHARED.client().get("/console/oidc").isNotFound();
    SHARED.client().get("/console/oidc/callback").isNotFound();
  }

  @Test
  void aBrowserIsSentWithStateNonceAndChallenge() {
    ApiReply departed = journey.depart();
    assertThat(departed.header("location"))
        .startsWith(provider.issuer() + "/authorize?kind=staff&");
    Map<String, String> asked =
        FakeProvider.parameters(departed.header("location").split("\\?", 2)[1]);
    assertThat(asked)
        .containsEntry("response_type", "code")
        .containsEntry("client_id", FakeProvider.CLIENT)
        .containsEntry("redirect_uri", "http://belfry.test/console/oidc/callback")
        .containsEntry("scope", "openid email profile")
        .containsEntry("code_challenge_method", "S256");
    assertThat(departed.header("set-cookie"))
        .contains("HTTPOnly", "SameSite=Lax", "Max-Age=600")
        .doesNotContain(asked.get("state"), asked.get("nonce"));
  }

  @Test
  void anInvitedPersonJoinsAndHasNoPassword() {
    String email = PEOPLE.email();
    PEOPLE.link(ACME, Role.EDITOR, email);
    SignedIn grace = signedIn(person(email, email.toUpperCase(Locale.ROOT)));
    assertThat(role(grace)).isEqualTo("READ_WRITE");
    assertThat(grace.client().get("/console/session").at("/user/name").asText()).isEqualTo("Grace");
    assertThat(signedIn(person(email, email)).id()).isEqualTo(grace.id());

    PEOPLE.signIn(email, People.PASSWORD).isUnauthorized();
    PEOPLE.signIn(email, "null").isUnauthorized();
    grace
        .client()
        .put(
            "/console/password",
            "{\"current\":\"null\",\"password\":\"%s\"}".formatted(People.PASSWORD))
        .isInvalid("/current");
    SHARED
        .client()
        .post(
            "/console/invitations",
            "{\"token\":\"%s\",\"password\":\"%s\"}"
                .formatted(PEOPLE.passwordLink(email), People.PASSWORD))
        .hasStatus(204);
    PEOPLE.signIn(email, People.PASSWORD).hasStatus(204);
  }

  /** The provider stands for the second factor that an account requires, also after a switch. */
  @Test
  void aSessionOverTheProviderNeedsNoSecondFactor() {
    Tenant own = SHARED.newTenant();
    String email = PEOPLE.email();
    PEOPLE.link(own, Role.OWNER, email);
    SignedIn grace = signedIn(person(email, email));
    PEOPLE.link(ACME, Role.VIEWER, email);
    SignedIn ada = PEOPLE.join(own, Role.VIEWER);
    grace
        .client()
        .put("/v1/accounts/me/sign-in-policy", "{\"secondFactorRequired\":true}")
        .hasStatus(200);
    Polling.until("others wait", () -> ada.client().get("/v1/checks").status() == 403);
    grace.client().get("/v1/checks").hasStatus(200);
    SignedIn again = signedIn(person(email, email)); // Joins the other account, too.
    String switching = "{\"accountId\":\"%s\"}";
    SignedIn there =
        PEOPLE.signedIn(
            again
                .client()
                .put("/console/session", switching.formatted(ACME.account()))
                .hasStatus(204),
            email);
    SignedIn back =
        PEOPLE.signedIn(
            there
                .client()
                .put("/console/session", switching.formatted(own.account()))
                .hasStatus(204),
            email);
    back.client().get("/v1/checks").hasStatus(200);
    assertThat(
            back.client()
                .get("/console/sign-ins")
                .hasStatus(200)
                .at("/entries")
                .findValuesAsText("way"))
        .containsExactly("SWITCH", "SWITCH", "OPENID_CONNECT", "OPENID_CONNECT");
  }

  @Test
  void strangersAndUnverifiedAddressesAreRefused() {
    String email = PEOPLE.email();
    requireProblem(journey.travel(person(email, email)), "stranger");
    PEOPLE.link(ACME, Role.VIEWER, email);
    requireProblem(journey.travel(person(email, email).put("email_verified", false)), "unverified");
    requireProblem(journey.travel(person(email, email).putNull("email")), "unverified");
    requireProblem(journey.travel(person(email, "no address")), "unverified");
    signedIn(person(email, email).put("email_verified", "true"));
  }

  /** A stranger who joined with the address before the provider proved it keeps no way in. */
  @Test
  void aPersonWithAPasswordIsLinkedOnce() {
    SignedIn grace = PEOPLE.join(ACME, Role.ADMIN);
    assertThat(signedIn(person("g1" + grace.email(), grace.email())).id()).isEqualTo(grace.id());
    PEOPLE.signIn(grace.email(), People.PASSWORD).isUnauthorized();
    Polling.until("the session ends", () -> grace.client().get("/v1/checks").status() == 401);
    requireProblem(journey.travel(person("g2" + grace.email(), grace.email())), "other_identity");
    // From then on the subject counts, and the address no more.
    SignedIn renamed =
        signedIn(person("g1" + grace.email(), "x" + grace.email()).put("email_verified", false));
    assertThat(renamed.id()).isEqualTo(grace.id());
    PEOPLE.forgetIdentity(grace.email());
    Polling.until("the session ends", () -> renamed.client().get("/v1/checks").status() == 401);
    assertThat(signedIn(person("g2" + grace.email(), grace.email())).id()).isEqualTo(grace.id());
  }

  @Test
  void anInvitationIsAcceptedByThePersonOfItsAddress() {
    SignedIn grace = PEOPLE.join(ACME, Role.VIEWER);
    Tenant other = SHARED.newTenant();
    PEOPLE.link(other, Role.OWNER, grace.email());
    SignedIn unverified = PEOPLE.join(ACME, Role.VIEWER); // Somebody else, who claims that address.
    signedIn(person("u" + unverified.email(), unverified.email()));
    SignedIn claiming = signedIn(person("u" + unverified.email(), grace.email()));
    assertThat(roleIn(other, claiming)).isEqualTo("none");
    assertThat(roleIn(other, signedIn(person("i" + grace.email(), grace.email()))))
        .isEqualTo("OWNER");
  }

  @Test
  void rolesFollowClaims() {
    String email = PEOPLE.email();
    SignedIn first = signedIn(person(email, email, "staff", "editors", "others"));
    assertThat(role(first)).isEqualTo("READ_WRITE");
    SignedIn lowered = signedIn(person(email, email, "staff"));
    assertThat(role(lowered)).isEqualTo("READ_ONLY");
    Polling.until("the old role has ended", () -> first.client().get("/v1/checks").status() == 401);
    assertThat(role(signedIn(person(email, email, "editors")))).isEqualTo("READ_WRITE");
    requireProblem(journey.travel(person(email, email)), "stranger");
    Polling.until("the role is lost", () -> lowered.client().get("/v1/checks").status() == 401);
    assertThat(role(signedIn(person(email, email, "staff")))).isEqualTo("READ_ONLY");
  }

  @Test
  void membershipsByInvitationStayAsTheyAre() {
    SignedIn grace = PEOPLE.join(CLAIMED, Role.RESPONDER);
    String subject = "m" + grace.email();
    assertThat(role(signedIn(person(subject, grace.email(), "editors")))).isEqualTo("READ_RUN");
    assertThat(role(signedIn(person(subject, grace.email())))).isEqualTo("READ_RUN");
  }

  @Test
  void theLastOwnerStays() {
    String email = PEOPLE.email();
    Tenant owned = SHARED.newTenant();
    try (TestApp other =
        TestApp.startOn(
            SHARED.database().address(), provider.environment("owners=owner@" + owned.account()))) {
      OidcJourney there = new OidcJourney(other, other, provider);
      signedIn(there.travel(person(email, email, "owners")), email);
      assertThat(role(signedIn(there.travel(person(email, email)), email))).isEqualTo("OWNER");
      PEOPLE.join(owned, Role.OWNER);
      requireProblem(there.travel(person(email, email)), "stranger");
    }
  }

  @Test
  void claimsMayStandAtTheUserInfoEndpoint() {
    String email = PEOPLE.email();
    JsonObject shown = person(email, email, "staff");
    assertThat(role(signedIn(journey.travel(new JsonObject().put("sub", email), shown), email)))
        .isEqualTo("READ_ONLY");
    requireProblem(
        journey.travel(new JsonObject().put("sub", email), shown.copy().put("sub", "another")),
        "failed");
  }

  @Test
  void thePageSaysThatThereWereTooManySessions() {
    String email = PEOPLE.email();
    PEOPLE.endSessions(signedIn(person(email, email, "staff")), 200);
    requireProblem(journey.travel(person(email, email, "staff")), "too_many");
  }

  @Test
  void aNewKeyIsFetched() {
    String email = PEOPLE.email();
    signedIn(person(email, email, "staff"));
    provider.rotate();
    signedIn(person(email, email, "staff"));
  }

  @Test
  void severalAudiencesNeedAParty() {
    String email = PEOPLE.email();
    JsonObject claims =
        person(email, email, "staff")
            .put("aud", new JsonArray().add("other").add(FakeProvider.CLIENT));
    requireProblem(journey.travel(claims), "failed");
    signedIn(claims.put("azp", FakeProvider.CLIENT));
  }
}
