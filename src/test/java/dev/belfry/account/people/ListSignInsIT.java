package dev.belfry.account.people;

import static dev.belfry.account.people.SecondFactorFixture.wrong;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.account.people.SecondFactorFixture.Secured;
import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Polling;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code GET /console/sign-ins}: what a person sees of the own sign-ins, and of attempts. */
class ListSignInsIT {
  private static final String PATH = "/console/sign-ins";
  private static final String OTHER = "another long password";

  private final TestApp app = TestApp.shared();
  private final People people = new People(app);
  private final Tenant acme = app.newTenant();
  private final SecondFactorFixture stage = new SecondFactorFixture(app, acme);

  private static List<JsonNode> entries(SignedIn person) {
    List<JsonNode> entries = new ArrayList<>();
    ApiReply reply = person.client().get(PATH + "?limit=100").hasStatus(200);
    reply.matchesContract("listSignIns").at("/entries").forEach(entries::add);
    return entries;
  }

  private static List<String> told(SignedIn person) {
    return entries(person).stream()
        .map(one -> one.at("/way").asText() + " " + one.at("/outcome").asText())
        .toList();
  }

  private static int times(SignedIn person, String outcome) {
    return entries(person).stream()
        .filter(one -> one.at("/outcome").asText().equals(outcome))
        .mapToInt(one -> one.at("/times").asInt())
        .sum();
  }

  @Test
  void everyWayOfSigningInIsTold() {
    Secured grace = stage.secured();
    String email = grace.person().email();
    stage.forgetUse(grace.person());
    people.signIn(email, People.PASSWORD, grace.phone().code()).hasStatus(204);
    people.signIn(email, People.PASSWORD, grace.recovery().get(0)).hasStatus(204);
    Tenant globex = app.newTenant();
    String link = people.link(globex, Role.EDITOR, email);
    app.client()
        .post(
            "/console/invitations",
            "{\"token\":\"%s\",\"password\":\"%s\",\"code\":\"%s\"}"
                .formatted(link, People.PASSWORD, grace.recovery().get(1)))
        .hasStatus(204);
    app.client()
        .post(
            "/console/invitations",
            "{\"token\":\"%s\",\"password\":\"%s\",\"code\":\"%s\"}"
                .formatted(people.passwordLink(email), OTHER, grace.recovery().get(2)))
        .hasStatus(204);
    people.resetSecondFactor(email);
    SignedIn last = people.signedIn(people.signIn(email, OTHER).hasStatus(204), email);
    ApiReply switched =
        last.client()
            .put("/console/session", "{\"accountId\":\"" + globex.account() + "\"}")
            .hasStatus(204);
    SignedIn there = people.signedIn(switched, email);
    assertThat(told(there))
        .containsExactly(
            "SWITCH SUCCEEDED",
            "PASSWORD SUCCEEDED",
            "PASSWORD_LINK SUCCEEDED",
            "INVITATION SUCCEEDED",
            "RECOVERY_CODE SUCCEEDED",
            "SECOND_FACTOR SUCCEEDED",
            "INVITATION SUCCEEDED");
    JsonNode newest = entries(there).get(0);
    assertThat(newest.at("/sessionId").asText()).isEqualTo(there.session());
    assertThat(newest.at("/sessionInForce").asBoolean()).isTrue();
    assertThat(newest.at("/accountId").asText()).isEqualTo(globex.account().toString());
    assertThat(newest.at("/network").asText()).isEqualTo("127.0.0.1");
    assertThat(entries(there).get(1).at("/sessionInForce").asBoolean()).isFalse();
  }

  @Test
  void failuresAreToldWithTheirReasonAndCounted() {
    Secured grace = stage.secured();
    String email = grace.person().email();
    people.signIn(email, OTHER).isUnauthorized();
    people
        .signIn(email, People.PASSWORD)
        .hasStatus(401); // Asks for the code, for which there is time.
    people.signIn(email, People.PASSWORD, wrong(grace.phone())).hasStatus(401);
    people.signIn(email, People.PASSWORD, "zzzz-zzzz-zzzz-zzzz").hasStatus(401);
    people.signIn(email, OTHER).hasStatus(429);
    Polling.until("it is told", () -> told(grace.person()).size() == 5);
    assertThat(told(grace.person()))
        .containsExactlyInAnyOrder(
            "INVITATION SUCCEEDED",
            "PASSWORD WRONG_PASSWORD",
            "SECOND_FACTOR WRONG_CODE",
            "RECOVERY_CODE WRONG_CODE",
            "PASSWORD LOCKED_OUT");
    assertThat(times(grace.person(), "WRONG_PASSWORD")).isEqualTo(1);
    JsonNode failed = entries(grace.person()).get(0);
    assertThat(failed.at("/sessionId").isNull()).isTrue();
    assertThat(failed.at("/accountId").isNull()).isTrue();
  }

  /** The flood waits for no write and makes two rows; another person signs in beside it. */
  @Test
  void aFloodFillsNothingAndSlowsNobodyDown() {
    SignedIn grace = people.join(acme, Role.VIEWER);
    SignedIn ada = people.join(acme, Role.VIEWER);
    long before = app.database().count("SELECT count(*) FROM sign_ins");
    for (int i = 0; i < 300; i++) {
      people.signIn(grace.email(), OTHER);
    }
    people.signIn(ada.email(), People.PASSWORD).hasStatus(204);
    Polling.until(
        "all are counted",
        () -> times(grace, "WRONG_PASSWORD") + times(grace, "LOCKED_OUT") == 300);
    assertThat(told(grace)).hasSize(3);
    assertThat(
            app.database()
                .count("SELECT count(*) FROM sign_ins WHERE user_id = '" + grace.id() + "'"))
        .isEqualTo(3);
    assertThat(app.database().count("SELECT count(*) FROM sign_ins") - before).isGreaterThan(2);
  }

  @Test
  void attemptsOfStrangersLeaveNothing() {
    String stranger = people.email();
    SignedIn grace = people.join(acme, Role.VIEWER);
    people.signIn(stranger, OTHER).isUnauthorized();
    people.signIn(grace.email(), OTHER).isUnauthorized();
    Polling.until("the known one is told", () -> times(grace, "WRONG_PASSWORD") == 1);
    assertThat(
            app.database()
                .count("SELECT count(*) FROM sign_ins s WHERE s::text LIKE '%" + stranger + "%'"))
        .isZero();
  }

  @Test
  void pagesAndShowsNothingOfOthers() {
    SignedIn grace = people.join(acme, Role.VIEWER);
    SignedIn again = people.again(grace);
    SignedIn owner = people.join(acme, Role.OWNER);
    ApiReply first = again.client().get(PATH + "?limit=1").hasStatus(200);
    assertThat(first.at("/entries/0/id").asText()).isEqualTo(again.session());
    ApiReply second = again.client().get(PATH + "?limit=1&nextId=" + first.at("/nextId").asText());
    assertThat(second.hasStatus(200).at("/entries/0/id").asText()).isEqualTo(grace.session());
    assertThat(second.at("/nextId").isNull()).isTrue();
    assertThat(entries(owner)).hasSize(1);
    // Even with a cursor of another person.
    assertThat(
            owner
                .client()
                .get(PATH + "?nextId=" + first.at("/nextId").asText())
                .hasStatus(200)
                .text())
        .doesNotContain(grace.session());
    again.client().get(PATH + "?limit=0&nextId=x").isInvalid("/limit", "/nextId");
    app.as(acme).get(PATH).hasStatus(403).matchesContract("listSignIns");
    app.client().get(PATH).isUnauthorized();
  }
}
