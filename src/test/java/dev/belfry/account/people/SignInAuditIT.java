package dev.belfry.account.people;

import static dev.belfry.account.people.SecondFactorFixture.proof;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.account.people.SecondFactorFixture.Secured;
import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What admins read in the audit log about the sign-ins of members. */
class SignInAuditIT {
  private static final String OTHER = "another long password";

  private final TestApp app = TestApp.shared();
  private final People people = new People(app);
  private final Tenant acme = app.newTenant();
  private final SecondFactorFixture stage = new SecondFactorFixture(app, acme);
  private final SignedIn admin = people.join(acme, Role.ADMIN);

  /** Changes of a member, oldest first, as the log of an account tells them. */
  private List<String> told(SignedIn reader, SignedIn person) {
    List<String> told = new ArrayList<>();
    JsonNode entries =
        reader
            .client()
            .get(
                "/v1/audit-log?limit=100&resourceType=member&action=UPDATE&resourceId="
                    + person.id())
            .hasStatus(200)
            .matchesContract("listAuditLog")
            .at("/entries");
    for (JsonNode entry : entries) {
      assertThat(entry.at("/actor/type").asText()).isEqualTo("USER");
      assertThat(entry.at("/actor/id").asText()).isEqualTo(person.id());
      assertThat(entry.at("/resource/name").asText()).isEqualTo("Grace");
      for (JsonNode change : entry.at("/changes")) {
        told.add(0, change.at("/path").asText() + " " + change.at("/to").asText("none"));
      }
    }
    return told;
  }

  @Test
  void whatAPersonDoesIsToldToTheAdminsOfTheAccount() {
    Secured grace = stage.secured();
    SignedIn person = grace.person();
    people.signIn(person.email(), People.PASSWORD, grace.recovery().get(0)).hasStatus(204);
    stage.forgetUse(person);
    person
        .client()
        .post("/console/recovery-codes", proof(People.PASSWORD, grace.phone().code()))
        .hasStatus(200);
    person
        .client()
        .put(
            "/console/password",
            "{\"current\":\"%s\",\"password\":\"%s\"}".formatted(People.PASSWORD, OTHER))
        .hasStatus(204);
    stage.forgetUse(person);
    person
        .client()
        .post("/console/second-factor/removal", proof(OTHER, grace.phone().code()))
        .hasStatus(204);
    person.client().delete("/console/sessions/" + person.session()).hasStatus(204);
    assertThat(told(admin, person))
        .containsExactlyInAnyOrder(
            "/signIn INVITATION",
            "/secondFactor true",
            "/recoveryCodes 10",
            "/signIn RECOVERY_CODE",
            "/recoveryCodes 10",
            "/password ****",
            "/sessionsEnded 1",
            "/secondFactor false",
            "/sessionsEnded 1");
  }

  @Test
  void failedAttemptsAreForThePersonAlone() {
    SignedIn grace = people.join(acme, Role.VIEWER);
    people.signIn(grace.email(), OTHER).isUnauthorized();
    people.signIn(people.email(), OTHER).isUnauthorized();
    assertThat(told(admin, grace)).containsExactly("/signIn INVITATION");
  }

  @Test
  void anotherAccountLearnsOfThePersonAndNotOfTheSessions() {
    SignedIn grace = people.join(acme, Role.VIEWER);
    Tenant globex = app.newTenant();
    SignedIn stranger = people.join(app.newTenant(), Role.OWNER);
    SignedIn there = people.join(globex, Role.VIEWER, grace.email());
    SignedIn owner = people.join(globex, Role.OWNER);
    stage.secure(there);
    assertThat(told(admin, grace))
        .containsExactlyInAnyOrder("/signIn INVITATION", "/secondFactor true", "/recoveryCodes 10");
    assertThat(told(owner, grace))
        .containsExactlyInAnyOrder("/signIn INVITATION", "/secondFactor true", "/recoveryCodes 10");
    assertThat(told(stranger, grace)).isEmpty();
    grace.client().get("/v1/audit-log").hasStatus(403);
  }

  @Test
  void theRuleOfTheAccountIsAudited() {
    SignedIn owner = people.join(acme, Role.OWNER);
    stage.secure(owner);
    owner
        .client()
        .put("/v1/accounts/me/sign-in-policy", "{\"secondFactorRequired\":true}")
        .hasStatus(200);
    JsonNode entry =
        owner.client().get("/v1/audit-log?resourceType=account").hasStatus(200).at("/entries/0");
    assertThat(entry.at("/changes/0/path").asText()).isEqualTo("/secondFactorRequired");
    assertThat(entry.at("/changes/0/to").asBoolean()).isTrue();
    assertThat(entry.at("/actor/id").asText()).isEqualTo(owner.id());
  }
}
