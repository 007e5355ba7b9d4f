package dev.belfry.account.people;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The first owner of an account that has none. */
class FirstMemberIT {
  private static final String PATH = "/v1/accounts/me/members";
  private static final String ACCEPT = "/console/invitations";

  private final TestApp app = TestApp.shared();
  private final People people = new People(app);
  private final Tenant acme = app.newTenant();

  private static String invite(String email, String role) {
    return "{\"email\":\"%s\",\"role\":\"%s\"}".formatted(email, role);
  }

  @Test
  void theFirstOwnerIsInvitedByAKeyAndTheOthersByOwners() {
    String email = people.email();
    ApiReply made =
        app.as(acme)
            .post(PATH, invite(email, "OWNER"))
            .hasStatus(201)
            .matchesContract("inviteMember");
    app.as(acme).delete(PATH + "/" + made.id()).hasStatus(204);
    SignedIn admin = people.join(acme, Role.ADMIN);
    String link =
        admin.client().post(PATH, invite(email, "OWNER")).hasStatus(201).at("/link").asText();
    String token = link.substring(link.indexOf('#') + 1);
    ApiReply begun =
        app.client()
            .post(
                ACCEPT,
                "{\"token\":\"%s\",\"name\":\"Ada\",\"password\":\"%s\"}"
                    .formatted(token, People.PASSWORD))
            .hasStatus(204);
    SignedIn ada = people.signedIn(begun, email);
    for (ApiClient other : List.of(app.as(acme), admin.client())) {
      other
          .post(PATH, invite(people.email(), "OWNER"))
          .hasStatus(403)
          .matchesContract("inviteMember");
    }
    ada.client().post(PATH, invite(people.email(), "OWNER")).hasStatus(201);
    assertThat(app.as(acme).get(PATH).at("/length").asInt()).isEqualTo(3);
  }
}
