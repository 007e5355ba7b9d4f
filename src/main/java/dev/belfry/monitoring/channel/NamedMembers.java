package dev.belfry.monitoring.channel;

import dev.belfry.platform.db.Rows;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** The members of an account whom a body names, so that alerts reach them. */
public final class NamedMembers {
  /** Keeps their memberships from ending before the transaction does. */
  private static final String HOLD =
      """
      SELECT user_id FROM memberships WHERE account_id = $1 AND user_id = ANY ($2::uuid[])
      ORDER BY user_id FOR KEY SHARE""";

  private NamedMembers() {}

  /** The persons of a list by the paths that name them, in order; {@code path} is the list's. */
  public static Map<String, UUID> byPath(String path, List<UUID> users) {
    Map<String, UUID> byPath = new LinkedHashMap<>();
    for (int i = 0; i < users.size(); i++) {
      byPath.put(path + "/" + i, users.get(i));
    }
    return byPath;
  }

  /** What is wrong with a path that names no member; the same for any other id. */
  static Violation stranger(String path) {
    return new Violation(path, "must be the id of a member of this account");
  }

  /**
   * Fails with a 400 that names every person who is no member of the account. Those who are stay it
   * until the transaction ends.
   *
   * @param users the persons by the paths that name them, in order
   * @param wrong what else is wrong with the body
   */
  public static Future<Void> require(
      SqlConnection connection, UUID account, Map<String, UUID> users, List<Violation> wrong) {
    return connection
        .preparedQuery(HOLD)
        .execute(Tuple.of(account).addArrayOfUUID(users.values().toArray(UUID[]::new)))
        .compose(
            rows -> {
              Set<UUID> members = new HashSet<>(Rows.list(rows, row -> row.getUUID(0)));
              List<Violation> violations = new ArrayList<>(wrong);
              users.forEach(
                  (path, user) -> {
                    if (!members.contains(user)) {
                      violations.add(stranger(path));
                    }
                  });
              return violations.isEmpty()
                  ? Future.succeededFuture()
                  : Future.failedFuture(ApiException.invalid(violations));
            });
  }
}
