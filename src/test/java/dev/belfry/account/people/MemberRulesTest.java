package dev.belfry.account.people;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.auth.Role;
import dev.belfry.platform.error.ApiException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemberRulesTest {

  @ParameterizedTest
  @CsvSource({
    "ADMIN, VIEWER, EDITOR, 1, 200",
    "ADMIN, ADMIN, VIEWER, 1, 200",
    "ADMIN, VIEWER, , 1, 200",
    "ADMIN, VIEWER, OWNER, 1, 403",
    "ADMIN, OWNER, VIEWER, 2, 403",
    "ADMIN, OWNER, , 2, 403",
    "ADMIN, VIEWER, OWNER, 0, 200",
    "ADMIN, OWNER, , 0, 200",
    "ADMIN, OWNER, , 1, 403",
    "OWNER, VIEWER, OWNER, 1, 200",
    "OWNER, OWNER, VIEWER, 2, 200",
    "OWNER, OWNER, , 2, 200",
    "OWNER, OWNER, OWNER, 1, 200",
    "OWNER, OWNER, ADMIN, 1, 409",
    "OWNER, OWNER, , 1, 409"
  })
  void judges(Role actor, Role before, @Nullable Role after, int owners, int status) {
    assertThat(status(actor, before, after, owners)).isEqualTo(status);
  }

  private static int status(Role actor, Role before, @Nullable Role after, int owners) {
    try {
      MemberRules.require(actor, before, after, owners);
      return 200;
    } catch (ApiException refused) {
      return refused.error().status();
    }
  }
}
