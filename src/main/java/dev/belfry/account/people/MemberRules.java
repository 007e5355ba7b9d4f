package dev.belfry.account.people;

import dev.belfry.api.auth.Role;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import org.jspecify.annotations.Nullable;

/** Who may change whose role in an account. */
final class MemberRules {
  private MemberRules() {}

  /**
   * Requires that a role may be changed or taken. While an account has no owner, those who manage
   * members make the first, and take back an invitation of one.
   *
   * @param actor role of the caller, who may manage members at least
   * @param before of the member
   * @param after null to remove the member
   * @param owners how many the account has
   * @throws ApiException 403 when it takes an owner, 409 when the last owner would go
   */
  static void require(Role actor, Role before, @Nullable Role after, int owners) {
    boolean ofOwners = before == Role.OWNER || after == Role.OWNER;
    if (ofOwners && actor != Role.OWNER && owners > 0) {
      throw new ApiException(ApiError.FORBIDDEN, "Only an owner can do this");
    }
    if (before == Role.OWNER && after != Role.OWNER && owners == 1) {
      throw new ApiException(ApiError.CONFLICT, "The account keeps its last owner");
    }
  }
}
