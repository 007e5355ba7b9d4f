package dev.belfry.account.oidc;

import dev.belfry.api.auth.Role;
import dev.belfry.platform.config.OidcConfig.ClaimRole;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Finds the roles that the claims of a person give. */
final class RoleClaims {
  private final @Nullable String claim;
  private final List<ClaimRole> given;

  /**
   * @param claim name or path, null for none
   */
  RoleClaims(@Nullable String claim, List<ClaimRole> given) {
    this.claim = claim;
    this.given = given;
  }

  /** Whether the claim is needed and not there. */
  boolean isMissing(JsonObject claims) {
    return claim != null && value(claims, claim) == null;
  }

  /** The highest role in each account. */
  Map<UUID, Role> of(JsonObject claims) {
    Set<Object> values = new HashSet<>();
    Object value = claim == null ? null : value(claims, claim);
    if (value instanceof JsonArray several) {
      several.forEach(values::add);
    } else if (value != null) {
      values.add(value);
    }
    Map<UUID, Role> roles = new HashMap<>();
    for (ClaimRole one : given) {
      if (values.contains(one.value())) {
        roles.merge(
            one.account(),
            Role.ofContract(one.role()),
            (first, other) -> first.includes(other) ? first : other);
      }
    }
    return roles;
  }

  /** A claim of that very name goes before a path: names may have dots. */
  private static @Nullable Object value(JsonObject claims, String path) {
    Object there = claims.getValue(path);
    for (int dot = path.indexOf('.'); there == null && dot > 0; dot = path.indexOf('.', dot + 1)) {
      if (claims.getValue(path.substring(0, dot)) instanceof JsonObject inner) {
        there = value(inner, path.substring(dot + 1));
      }
    }
    return there;
  }
}
