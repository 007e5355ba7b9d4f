package dev.belfry.monitoring.location;

import dev.belfry.api.resource.DesiredState;
import dev.belfry.api.resource.Problem;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Checks private locations for other features, within their transaction. */
public final class PrivateLocationLookup {
  /** The lock keeps a location from being deleted until the transaction that names it ends. */
  private static final String HOLD =
      """
      SELECT slug_name, id FROM private_locations
      WHERE account_id = $1 AND slug_name = ANY ($2) ORDER BY id FOR KEY SHARE""";

  /**
   * Requires that the account has every slug that a check or group names, and holds these locations
   * until the transaction ends.
   *
   * @param slugs empty when the body names none
   * @return fails with a 400 that names the other slugs
   */
  public Future<Void> requireKnown(SqlConnection connection, UUID account, List<String> slugs) {
    if (slugs.isEmpty()) {
      return Future.succeededFuture();
    }
    return connection
        .preparedQuery(HOLD)
        .execute(Tuple.tuple().addUUID(account).addArrayOfString(slugs.toArray(String[]::new)))
        .compose(
            rows -> {
              Set<String> known = new HashSet<>();
              rows.forEach(row -> known.add(row.getString(0)));
              List<Violation> violations = unknown(slugs, known);
              return violations.isEmpty()
                  ? Future.succeededFuture()
                  : Future.failedFuture(ApiException.invalid(violations));
            });
  }

  /**
   * What is wrong with the private locations that a project's checks or groups name: they have to
   * be the account's or the project's, and must not be deleted by it. Those named are kept until
   * the transaction ends.
   *
   * @param type checks or groups, whose documents have a member {@code privateLocations}
   */
  public Future<List<Problem>> problems(
      SqlConnection connection, UUID account, ResourceType type, DesiredState desired) {
    String[] named = KnownSlugs.named(desired.items(type));
    if (named.length == 0) {
      return Future.succeededFuture(List.of());
    }
    return connection
        .preparedQuery(HOLD)
        .execute(Tuple.tuple().addUUID(account).addArrayOfString(named))
        .map(
            rows -> {
              Map<String, String> known = new HashMap<>();
              rows.forEach(row -> known.put(row.getString(0), row.getUUID(1).toString()));
              return KnownSlugs.of(known, desired).problems(type, desired.items(type));
            });
  }

  private static List<Violation> unknown(List<String> named, Set<String> known) {
    List<Violation> violations = new ArrayList<>();
    for (int index = 0; index < named.size(); index++) {
      if (!known.contains(named.get(index))) {
        violations.add(PrivateLocationRules.unknown(index));
      }
    }
    return violations;
  }
}
