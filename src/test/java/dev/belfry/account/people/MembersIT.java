package dev.belfry.account.people;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Polling;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code /v1/accounts/me/members} and invitations. */
class MembersIT {
  private static final String PATH = "/v1/accounts/me/members";
  private static final String ACCEPT = "/console/invitations";

  private final TestApp app = TestApp.shared();
  private final People people = new People(app);
  private final Tenant acme = app.newTenant();

  private static String role(String role) {
    return "{\"role\":\"" + role + "\"}";
  }

  private static String invite(String email, String role) {
    return "{\"email\":\"%s\",\"role\":\"%s\"}".formatted(email, role);
  }

  @Test
  void anInvitationMakesAMember() {
    SignedIn owner = people.join(acme, Role.OWNER);
    String email = people.email();
    ApiReply made =
        owner
            .client()
            .post(PATH, invite(email.toUpperCase(Locale.ROOT), "READ_WRITE"))
            .hasStatus(201)
            .matchesContract("inviteMember");
    assertThat(made.at("/inviterEmail").asText()).isEqualTo(owner.email());
    String link = made.at("/link").asText();
    assertThat(link).contains("/console/join#inv_");
    String token = link.substring(link.indexOf('#') + 1);
    ApiReply shown =
        app.client()
            .post(ACCEPT + "/preview", "{\"token\":\"%s\"}".formatted(token))
            .hasStatus(200);
    assertThat(shown.text())
        .isEqualTo(
            "{\"email\":\"%s\",\"accountName\":\"Acme\",\"role\":\"READ_WRITE\",\"known\":false}"
                .formatted(email));
    String body = "{\"token\":\"%s\",%s}";
    app.client()
        .post(ACCEPT, body.formatted(token, "\"password\":\"staple under a bridge\""))
        .isInvalid("/name");
    app.client()
        .post(ACCEPT, body.formatted(token, "\"name\":\"Ada\",\"password\":\"short\""))
        .isInvalid("/password");
    String good =
        body.formatted(token, "\"name\":\"Ada\",\"password\":\"" + People.PASSWORD + "\"");
    ApiReply begun = app.client().post(ACCEPT, good).hasStatus(204);
    begun.matchesContract("acceptInvitation");
    app.client().post(ACCEPT, good).isNotFound();

    SignedIn ada = people.signedIn(begun, email);
    ApiReply list = ada.client().get(PATH).hasStatus(200).matchesContract("listOwnMembers");
    assertThat(list.json().findValuesAsText("userId")).containsExactly(owner.id(), ada.id());
    assertThat(list.at("/members/1/role").asText()).isEqualTo("READ_WRITE");
    assertThat(list.at("/members/1/name").asText()).isEqualTo("Ada");
    owner.client().post(PATH, invite(email, "READ_ONLY")).hasStatus(409);
  }

  @Test
  void theListIsSearchedFilteredAndRead() {
    SignedIn owner = people.join(acme, Role.OWNER);
    SignedIn viewer = people.join(acme, Role.VIEWER);
    String invited = people.email();
    app.as(acme).post(PATH, invite(invited, "READ_RUN")).hasStatus(201);
    List<String> all = owner.client().get(PATH).hasStatus(200).json().findValuesAsText("id");
    assertThat(all).hasSize(3).startsWith(owner.id(), viewer.id());

    assertThat(one("?search=" + viewer.email().toUpperCase(Locale.ROOT))).isEqualTo(viewer.id());
    assertThat(one("?role=OWNER")).isEqualTo(owner.id());
    assertThat(one("?type=invite")).isEqualTo(all.get(2));
    assertThat(one("?status=PENDING&limit=1")).isEqualTo(all.get(2));
    ApiReply first = owner.client().get(PATH + "?limit=2").hasStatus(200);
    assertThat(first.at("/nextId").asText()).isEqualTo(all.get(2));
    assertThat(one("?nextId=" + all.get(2))).isEqualTo(all.get(2));
    ApiReply byId = owner.client().get("/v1/accounts/" + acme.account() + "/members");
    assertThat(byId.text()).isEqualTo(owner.client().get(PATH).text());
  }

  private String one(String query) {
    JsonNode members = app.as(acme).get(PATH + query).hasStatus(200).at("/members");
    assertThat(members).hasSize(1);
    return members.get(0).path("id").asText();
  }

  @Test
  void aNewInvitationReplacesTheOldOne() {
    String email = people.email();
    ApiReply old = app.as(acme).post(PATH, invite(email, "READ_ONLY")).hasStatus(201);
    app.as(acme).post(PATH, invite(email, "ADMIN")).hasStatus(201);
    String link = old.at("/link").asText();
    app.client()
        .post(
            ACCEPT + "/preview",
            "{\"token\":\"%s\"}".formatted(link.substring(link.indexOf('#') + 1)))
        .isNotFound();
    assertThat(app.as(acme).get(PATH).at("/length").asInt()).isEqualTo(1);
    app.as(acme).post(PATH, invite("nonsense", "ADMIN")).isInvalid("/email");
    app.as(acme).post(PATH, invite(email, "ROOT")).isInvalid("/role");
  }

  @Test
  void anAccountHasSoManyInvitationsAtMost() {
    String email = people.email();
    app.as(acme).post(PATH, invite(email, "READ_ONLY")).hasStatus(201);
    app.database()
        .execute(
            """
            INSERT INTO invitations (id, account_id, email, role, token_hash, created_at, expires_at)
            SELECT gen_random_uuid(), '%s', 'i' || n || '@example.org', 'VIEWER',
                decode(md5(gen_random_uuid()::text), 'hex'), now(), now()
              FROM generate_series(2, %d) AS n"""
                .formatted(acme.account(), InvitationStore.MOST_INVITATIONS));
    app.as(acme)
        .post(PATH, invite(people.email(), "READ_ONLY"))
        .hasStatus(409)
        .matchesContract("inviteMember");
    app.as(acme).post(PATH, invite(email, "READ_RUN")).hasStatus(201);
  }

  @Test
  void aRoleChangesWithTheSessions() {
    SignedIn owner = people.join(acme, Role.OWNER);
    SignedIn editor = people.join(acme, Role.EDITOR);
    Tenant globex = app.newTenant();
    SignedIn elsewhere = people.join(globex, Role.EDITOR, editor.email());
    owner
        .client()
        .patch(PATH + "/" + editor.id(), role("READ_ONLY"))
        .hasStatus(200)
        .matchesContract("updateOwnMember");
    Polling.until("the session has ended", () -> editor.client().get("/v1/checks").status() == 401);
    elsewhere.client().get("/v1/checks").hasStatus(200);
    owner
        .client()
        .delete("/v1/accounts/" + acme.account() + "/members/" + editor.id())
        .hasStatus(204)
        .matchesContract("removeAccountMember");
    owner.client().delete(PATH + "/" + editor.id()).isNotFound();
    owner.client().delete(PATH + "/" + UUID.randomUUID()).isNotFound();
    assertThat(elsewhere.client().get("/console/session").at("/accounts")).hasSize(1);
  }

  @Test
  void onlyOwnersMakeAndUnmakeOwners() {
    SignedIn owner = people.join(acme, Role.OWNER);
    SignedIn admin = people.join(acme, Role.ADMIN);
    SignedIn viewer = people.join(acme, Role.VIEWER);
    admin.client().patch(PATH + "/" + viewer.id(), role("OWNER")).hasStatus(403);
    admin.client().patch(PATH + "/" + owner.id(), role("ADMIN")).hasStatus(403);
    admin.client().delete(PATH + "/" + owner.id()).hasStatus(403);
    app.as(acme).delete(PATH + "/" + owner.id()).hasStatus(403);
    admin.client().patch(PATH + "/" + viewer.id(), role("READ_RUN")).hasStatus(200);
    owner.client().patch(PATH + "/" + owner.id(), role("ADMIN")).hasStatus(409);
    owner.client().delete(PATH + "/" + owner.id()).hasStatus(409);
    owner.client().patch(PATH + "/" + admin.id(), role("OWNER")).hasStatus(200);
    owner.client().delete(PATH + "/" + owner.id()).hasStatus(204);
  }

  /** The statuses, in their order, of requests that all wait for one lock. */
  private List<Integer> race(String lock, Stream<Supplier<ApiReply>> requests) {
    return app
        .database()
        .beforeCommitOf(lock, () -> requests.map(CompletableFuture::supplyAsync).toList())
        .stream()
        .map(reply -> reply.join().status())
        .sorted()
        .toList();
  }

  /** Each takes the role of the other at the same time; one of them must stay an owner. */
  @Test
  void anOwnerStaysInARaceToo() {
    SignedIn one = people.join(acme, Role.OWNER);
    SignedIn other = people.join(acme, Role.OWNER);
    List<Integer> statuses =
        race(
            "SELECT FROM memberships WHERE account_id = '" + acme.account() + "' FOR UPDATE",
            Stream.of(
                () -> one.client().delete(PATH + "/" + other.id()),
                () -> other.client().patch(PATH + "/" + one.id(), role("READ_ONLY"))));
    assertThat(statuses.get(0)).isIn(200, 204);
    assertThat(statuses.get(1)).isIn(401, 409);
    assertThat(
            app.database()
                .count(
                    "SELECT count(*) FROM memberships WHERE role = 'OWNER' AND account_id = '"
                        + acme.account()
                        + "'"))
        .isEqualTo(1);
  }

  /** Two accounts invited the same new person, who accepts both links at once. */
  @Test
  void aPersonIsMadeOnceInARaceToo() {
    String email = people.email();
    String body = "{\"token\":\"%s\",\"name\":\"%s\",\"password\":\"" + People.PASSWORD + "\"}";
    List<String> links =
        Stream.of(acme, app.newTenant())
            .map(tenant -> people.link(tenant, Role.EDITOR, email))
            .toList();
    List<Integer> statuses =
        race(
            "LOCK TABLE users IN SHARE MODE",
            links.stream()
                .map(link -> () -> app.client().post(ACCEPT, body.formatted(link, "Ada"))));
    assertThat(statuses).containsExactly(204, 409);
    links.forEach(link -> app.client().post(ACCEPT, body.formatted(link, "Eve")));
    assertThat(
            app.database()
                .count(
                    "SELECT count(*) FROM users u JOIN memberships m ON m.user_id = u.id"
                        + " WHERE u.name = 'Ada' AND u.email = '"
                        + email
                        + "'"))
        .as("the refused link still works with the password")
        .isEqualTo(2);
  }

  @Test
  void theAuditLogNamesPersons() {
    SignedIn owner = people.join(acme, Role.OWNER);
    owner.client().post("/v1/variables", "{\"key\":\"A\",\"value\":\"b\"}").hasStatus(201);
    ApiReply log = owner.client().get("/v1/audit-log?actor=" + owner.id()).hasStatus(200);
    log.matchesContract("listAuditLog");
    assertThat(log.at("/length").asInt()).as("the variable and the sign-in").isEqualTo(2);
    assertThat(log.at("/entries/0/resource/type").asText()).isEqualTo("variable");
    assertThat(log.at("/entries/1/resource/type").asText()).isEqualTo("member");
    assertThat(log.at("/entries/0/actor/type").asText()).isEqualTo("USER");
    assertThat(log.at("/entries/0/actor/id").asText()).isEqualTo(owner.id());
    assertThat(log.at("/entries/0/actor/name").asText()).isEqualTo("Grace");
    ApiReply joined = owner.client().get("/v1/audit-log?resourceType=member").hasStatus(200);
    assertThat(joined.at("/entries/0/resource/id").asText()).isEqualTo(owner.id());
    assertThat(joined.text()).contains(owner.email()).doesNotContain("argon2");
  }

  @Test
  void aPersonMakesKeysThatOutliveTheSession() {
    SignedIn admin = people.join(acme, Role.ADMIN);
    ApiReply made =
        admin
            .client()
            .post("/v1/api-keys", "{\"name\":\"Robot\",\"scope\":\"ADMIN\"}")
            .hasStatus(201)
            .matchesContract("createApiKey");
    assertThat(made.at("/createdByUser").asText()).isEqualTo(admin.id());
    assertThat(made.at("/createdBy").isNull()).isTrue();
    assertThat(made.at("/expiresAt").isNull()).isTrue();
    app.client().withKey(made.at("/token").asText()).get("/v1/checks").hasStatus(200);
    assertThat(admin.client().get("/v1/api-keys").text()).doesNotContain(admin.session());
  }
}
