package dev.belfry.account.people;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Polling;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Signing in with e-mail address and password, the sessions of a person, and the password. */
class PersonSessionsIT {
  private static final String SESSION = "/console/session";
  private static final String SESSIONS = "/console/sessions";
  private static final String OTHER = "another long password";

  private final TestApp app = TestApp.shared();
  private final People people = new People(app);
  private final Tenant acme = app.newTenant();

  private static void requireEnds(ApiClient client) {
    Polling.until("the session has ended", () -> client.get("/v1/checks").status() == 401);
  }

  private String start(String members) {
    return "{\"email\":\"%s\",%s}".formatted("a", members);
  }

  @Test
  void aPersonSignsInWithAnyCaseOfTheAddress() {
    SignedIn grace = people.join(acme, Role.EDITOR);
    ApiReply begun =
        people
            .signIn(" " + grace.email().toUpperCase(Locale.ROOT), People.PASSWORD)
            .hasStatus(204)
            .matchesContract("startSession");
    assertThat(begun.header("set-cookie"))
        .containsIgnoringCase("HttpOnly")
        .contains("Max-Age=604800");
    ApiReply who = people.signedIn(begun, grace.email()).client().get(SESSION);
    assertThat(who.at("/user/email").asText()).isEqualTo(grace.email());
    assertThat(who.at("/role").asText()).isEqualTo("READ_WRITE");
    assertThat(who.at("/accounts/0/id").asText()).isEqualTo(acme.account().toString());
    assertThat(app.as(acme).get(SESSION).at("/user").isNull()).isTrue();
    assertThat(grace.client().get("/next/users/me").hasStatus(200).at("/name").asText())
        .isEqualTo("Grace");
  }

  /** Ended sessions stay in the memory of every instance. */
  @Test
  void aPersonBeginsABoundedNumberOfSessionsWithinADay() {
    SignedIn grace = people.join(acme, Role.VIEWER);
    people.endSessions(grace, PersonStore.MOST_A_DAY - 1);
    assertThat(
            people
                .signIn(grace.email(), People.PASSWORD)
                .hasStatus(429)
                .matchesContract("startSession")
                .header("retry-after"))
        .isEqualTo("3600");
    grace
        .client()
        .put(SESSION, "{\"accountId\":\"" + acme.account() + "\"}")
        .hasStatus(429)
        .matchesContract("switchSession");
    grace.client().get("/v1/checks").hasStatus(200);
  }

  @Test
  void nothingTellsWhetherAnAddressIsKnown() {
    SignedIn grace = people.join(acme, Role.VIEWER);
    String wrong = people.signIn(grace.email(), OTHER).isUnauthorized().text();
    assertThat(people.signIn(people.email(), OTHER).isUnauthorized().text()).isEqualTo(wrong);
    people.signIn("no address", OTHER).isUnauthorized();
  }

  @Test
  void wrongPasswordsAreSlowedDownForTheAddressAlone() {
    SignedIn grace = people.join(acme, Role.VIEWER);
    SignedIn ada = people.join(acme, Role.VIEWER);
    // At once, so that none of them waits for the judgement of another.
    List<ApiReply> replies =
        Stream.generate(
                () -> CompletableFuture.supplyAsync(() -> people.signIn(grace.email(), OTHER)))
            .limit(SignInBackOff.FREE + 2)
            .toList()
            .stream()
            .map(CompletableFuture::join)
            .toList();
    assertThat(replies.stream().filter(reply -> reply.status() == 401)).hasSize(SignInBackOff.FREE);
    assertThat(replies.stream().filter(reply -> reply.status() == 429))
        .hasSize(2)
        .allSatisfy(
            reply ->
                assertThat(reply.matchesContract("startSession").header("retry-after"))
                    .isEqualTo("1"));
    people.signIn(ada.email(), People.PASSWORD).hasStatus(204);
    grace.client().get("/v1/checks").hasStatus(200);
  }

  @Test
  void saysWhatIsWrong() {
    app.client().post(SESSION, "{\"email\":\"a@e.org\"}").isInvalid("/password");
    app.client()
        .post(SESSION, "{\"email\":\"a@e.org\",\"password\":\"x\",\"key\":\"k\"}")
        .isInvalid("/email", "/key", "/ticket");
    app.client().post(SESSION, start("\"password\":\"x\",\"accountId\":\"x\"")).hasStatus(400);
  }

  @Test
  void sessionsAreListedAndEnded() {
    SignedIn grace = people.join(acme, Role.VIEWER);
    SignedIn phone = people.again(grace);
    ApiReply list = grace.client().get(SESSIONS).hasStatus(200).matchesContract("listSessions");
    assertThat(list.json().findValuesAsText("id"))
        .containsExactly(phone.session(), grace.session());
    assertThat(list.at("/1/current").asBoolean()).isTrue();
    assertThat(list.at("/0/accountName").asText()).isEqualTo("Acme");

    SignedIn ada = people.join(acme, Role.OWNER);
    ada.client().delete(SESSIONS + "/" + phone.session()).isNotFound();
    grace
        .client()
        .delete(SESSIONS + "/" + phone.session())
        .hasStatus(204)
        .matchesContract("removeSession");
    requireEnds(phone.client());
    grace.client().delete(SESSIONS + "/" + phone.session()).isNotFound();
    grace.client().get("/v1/checks").hasStatus(200);
    assertThat(app.as(acme).get(SESSIONS).hasStatus(200).text()).isEqualTo("[]");
  }

  @Test
  void theOldestOfTooManySessionsEnds() {
    SignedIn grace = people.join(acme, Role.VIEWER);
    app.database()
        .execute(
            """
            INSERT INTO console_sessions (id, user_id, account_id, user_agent, network, created_at,
              seen_at, expires_at)
            SELECT gen_random_uuid(), s.user_id, s.account_id, '', '', s.created_at
                + interval '1 second', s.seen_at, s.expires_at
              FROM console_sessions s, generate_series(2, %d) WHERE s.id = '%s'"""
                .formatted(PersonStore.MOST_SESSIONS, grace.session()));
    SignedIn last = people.again(grace);
    requireEnds(grace.client());
    assertThat(last.client().get(SESSIONS).json()).hasSize(PersonStore.MOST_SESSIONS);
  }

  @Test
  void aPersonWorksInSeveralAccounts() {
    SignedIn grace = people.join(acme, Role.VIEWER);
    Tenant globex = app.newTenant();
    SignedIn there = people.join(globex, Role.ADMIN, grace.email());
    assertThat(there.id()).isEqualTo(grace.id());
    assertThat(grace.client().get(SESSION).at("/accounts")).hasSize(2);

    String body = "{\"accountId\":\"%s\"}";
    grace.client().put(SESSION, body.formatted(UUID.randomUUID())).isNotFound();
    app.as(acme).put(SESSION, body.formatted(globex.account())).hasStatus(403);
    ApiReply switched =
        grace
            .client()
            .put(SESSION, body.formatted(globex.account()))
            .hasStatus(204)
            .matchesContract("switchSession");
    SignedIn other = people.signedIn(switched, grace.email());
    assertThat(other.client().get(SESSION).at("/accountId").asText())
        .isEqualTo(globex.account().toString());
    assertThat(other.client().get(SESSION).at("/role").asText()).isEqualTo("ADMIN");
    requireEnds(grace.client());
    // The account that was used last is the one to begin with.
    ApiReply again = people.signIn(grace.email(), People.PASSWORD).hasStatus(204);
    assertThat(people.signedIn(again, "").client().get(SESSION).at("/accountId").asText())
        .isEqualTo(globex.account().toString());
  }

  @Test
  void aPasswordIsChangedByWhoKnowsIt() {
    SignedIn grace = people.join(acme, Role.VIEWER);
    SignedIn phone = people.again(grace);
    String body = "{\"current\":\"%s\",\"password\":\"%s\"}";
    grace
        .client()
        .put("/console/password", body.formatted(OTHER, OTHER))
        .isInvalid("/current")
        .matchesContract("changePassword");
    grace
        .client()
        .put("/console/password", body.formatted(People.PASSWORD, grace.email()))
        .isInvalid("/password");
    grace
        .client()
        .put("/console/password", body.formatted(People.PASSWORD, OTHER))
        .hasStatus(204)
        .matchesContract("changePassword");
    requireEnds(phone.client());
    grace.client().get("/v1/checks").hasStatus(200);
    people.signIn(grace.email(), People.PASSWORD).isUnauthorized();
    people.signIn(grace.email(), OTHER).hasStatus(204);
    app.as(acme).put("/console/password", body.formatted(OTHER, OTHER)).hasStatus(403);
  }

  @Test
  void aLostPasswordIsReplacedByALink() {
    SignedIn grace = people.join(acme, Role.VIEWER);
    String link = people.passwordLink(grace.email());
    String token = "{\"token\":\"%s\"}".formatted(link);
    ApiReply shown =
        app.client()
            .post("/console/invitations/preview", token)
            .hasStatus(200)
            .matchesContract("previewInvitation");
    assertThat(shown.at("/accountName").isNull()).isTrue();
    String body = "{\"token\":\"%s\",\"password\":\"%s\"}".formatted(link, OTHER);
    ApiReply begun = app.client().post("/console/invitations", body).hasStatus(204);
    people.signedIn(begun, grace.email()).client().get("/v1/checks").hasStatus(200);
    requireEnds(grace.client());
    app.client().post("/console/invitations", body).isNotFound();
    people.signIn(grace.email(), OTHER).hasStatus(204);
  }

  @Test
  void noSecretIsStoredOrShown() {
    SignedIn grace = people.join(acme, Role.OWNER);
    List<String> stored =
        List.of(
            "SELECT count(*) FROM users WHERE users::text LIKE '%" + People.PASSWORD + "%'",
            "SELECT count(*) FROM users WHERE password_hash NOT LIKE '$argon2id$v=19$m=19456,t=2,p=1$%'");
    assertThat(stored).allSatisfy(sql -> assertThat(app.database().count(sql)).isZero());
    String all =
        grace.client().get(SESSION).text()
            + grace.client().get("/v1/accounts/me/members").text()
            + grace.client().get("/v1/audit-log").hasStatus(200).text();
    assertThat(all).doesNotContain("argon2", "inv_", People.PASSWORD);
  }
}
