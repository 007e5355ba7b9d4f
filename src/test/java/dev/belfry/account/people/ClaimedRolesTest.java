package dev.belfry.account.people;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.account.people.ClaimedRoles.Change;
import dev.belfry.account.people.ClaimedRoles.Held;
import dev.belfry.api.auth.Role;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ClaimedRolesTest {
  private static final UUID ACME = new UUID(0, 1);
  private static final UUID OTHER = new UUID(0, 2);
  private static final UUID GRACE = new UUID(0, 3);
  private static final UUID ADA = new UUID(0, 4);

  private static List<Change> changes(Map<UUID, Role> given, Held... held) {
    return ClaimedRoles.changes(GRACE, List.of(held), given);
  }

  private static Held grace(Role role, boolean fromClaims) {
    return new Held(ACME, GRACE, role, fromClaims);
  }

  @Test
  void givesRaisesLowersAndTakes() {
    assertThat(changes(Map.of(ACME, Role.EDITOR)))
        .containsExactly(new Change(ACME, null, Role.EDITOR));
    assertThat(changes(Map.of(ACME, Role.ADMIN), grace(Role.EDITOR, true)))
        .containsExactly(new Change(ACME, Role.EDITOR, Role.ADMIN));
    assertThat(changes(Map.of(ACME, Role.VIEWER), grace(Role.EDITOR, true)))
        .containsExactly(new Change(ACME, Role.EDITOR, Role.VIEWER));
    assertThat(changes(Map.of(OTHER, Role.VIEWER), grace(Role.EDITOR, true)))
        .containsExactly(new Change(ACME, Role.EDITOR, null), new Change(OTHER, null, Role.VIEWER));
    assertThat(changes(Map.of(ACME, Role.EDITOR), grace(Role.EDITOR, true))).isEmpty();
  }

  @Test
  void leavesWhatNoClaimGave() {
    assertThat(changes(Map.of(), grace(Role.EDITOR, false))).isEmpty();
    assertThat(changes(Map.of(ACME, Role.OWNER), grace(Role.EDITOR, false))).isEmpty();
  }

  @Test
  void anAccountKeepsItsLastOwner() {
    Held ada = new Held(ACME, ADA, Role.OWNER, false);
    Held elsewhere = new Held(OTHER, ADA, Role.OWNER, false);
    assertThat(changes(Map.of(), grace(Role.OWNER, true), elsewhere)).isEmpty();
    assertThat(changes(Map.of(ACME, Role.ADMIN), grace(Role.OWNER, true))).isEmpty();
    assertThat(changes(Map.of(), grace(Role.OWNER, true), ada))
        .containsExactly(new Change(ACME, Role.OWNER, null));
    assertThat(changes(Map.of(), ada)).isEmpty();
  }
}
