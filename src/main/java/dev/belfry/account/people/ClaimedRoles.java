package dev.belfry.account.people;

import dev.belfry.api.auth.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Keeps the memberships of a person that claims gave in step with the claims. */
final class ClaimedRoles {
  private ClaimedRoles() {}

  /**
   * A membership in an account that claims are about: of the person, or of an owner.
   *
   * @param fromClaims whether claims gave it
   */
  record Held(UUID account, UUID person, Role role, boolean fromClaims) {}

  /**
   * What to do in an account.
   *
   * @param before role of the person there, null for none
   * @param after null to remove the membership
   */
  record Change(UUID account, @Nullable Role before, @Nullable Role after) {}

  /**
   * The changes that follow from claims, by account. A membership that no claim gave stays, and so
   * does the last owner of an account.
   *
   * @param given roles by account
   */
  static List<Change> changes(UUID person, List<Held> all, Map<UUID, Role> given) {
    TreeSet<UUID> accounts = new TreeSet<>(given.keySet());
    all.forEach(one -> accounts.add(one.account()));
    List<Change> changes = new ArrayList<>();
    for (UUID account : accounts) {
      List<Held> there = all.stream().filter(one -> one.account().equals(account)).toList();
      Held own = there.stream().filter(one -> one.person().equals(person)).findAny().orElse(null);
      Role after = given.get(account);
      if (own == null) {
        if (after != null) {
          changes.add(new Change(account, null, after));
        }
      } else if (own.fromClaims() && own.role() != after && !isLastOwner(own, there)) {
        changes.add(new Change(account, own.role(), after));
      }
    }
    return changes;
  }

  private static boolean isLastOwner(Held own, List<Held> there) {
    return own.role() == Role.OWNER
        && there.stream().filter(one -> one.role() == Role.OWNER).count() < 2;
  }
}
