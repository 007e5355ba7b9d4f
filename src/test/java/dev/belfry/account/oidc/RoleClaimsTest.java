package dev.belfry.account.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.auth.Role;
import dev.belfry.platform.config.OidcConfig.ClaimRole;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RoleClaimsTest {
  private static final UUID ACME = new UUID(0, 1);

  private static Map<UUID, Role> roles(String claim, String claims) {
    return new RoleClaims(
            claim,
            List.of(
                new ClaimRole("all", "viewer", ACME),
                new ClaimRole("admins", "admin", ACME),
                new ClaimRole("sre", "responder", ACME)))
        .of(new JsonObject(claims));
  }

  @Test
  void theHighestRoleCounts() {
    assertThat(roles("groups", "{\"groups\":[\"sre\",\"admins\",\"all\",7,null]}"))
        .containsExactly(Map.entry(ACME, Role.ADMIN));
    assertThat(roles("groups", "{\"groups\":[\"none\"]}")).isEmpty();
    assertThat(roles("groups", "{}")).isEmpty();
  }

  @Test
  void aClaimIsAListOrOneValue() {
    assertThat(roles("group", "{\"group\":\"sre\"}")).containsEntry(ACME, Role.RESPONDER);
    assertThat(roles("group", "{\"group\":{\"sre\":true}}")).isEmpty();
  }

  @Test
  void namesAndPathsMayHaveDots() {
    String claims =
        """
        {"https://acme.test/roles":["sre"],"a.b":{"c":["admins"]},"realm_access":{"roles":["all"]}}""";
    assertThat(roles("https://acme.test/roles", claims)).containsEntry(ACME, Role.RESPONDER);
    assertThat(roles("a.b.c", claims)).containsEntry(ACME, Role.ADMIN);
    assertThat(roles("realm_access.roles", claims)).containsEntry(ACME, Role.VIEWER);
    assertThat(roles("realm_access.roles.more", claims)).isEmpty();
  }

  @Test
  void withoutAClaimNobodyGetsARole() {
    RoleClaims none = new RoleClaims(null, List.of());
    assertThat(none.of(new JsonObject("{\"groups\":[\"admins\"]}"))).isEmpty();
    assertThat(none.isMissing(new JsonObject())).isFalse();
  }
}
