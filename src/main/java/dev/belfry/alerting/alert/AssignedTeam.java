package dev.belfry.alerting.alert;

import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An assignee that is a team: {@code team:} and its id. Any other assignee is a person's name. */
final class AssignedTeam {
  private static final String PREFIX = "team:";

  private static final Pattern GUID =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

  private static final Violation STRANGER =
      new Violation("/assignee", "must name a team of this account after team:");

  private static final String IS_KNOWN = "SELECT assignee_name($1, $2) IS NOT NULL";

  private AssignedTeam() {}

  /** The text after the prefix; null for an assignee that is no team. */
  private static @Nullable String id(@Nullable String assignee) {
    return assignee != null && assignee.startsWith(PREFIX)
        ? assignee.substring(PREFIX.length())
        : null;
  }

  /** An assignee as it is stored: the id of a team in lower case. */
  static @Nullable String stored(@Nullable String assignee) {
    String id = id(assignee);
    return id == null ? assignee : PREFIX + id.toLowerCase(Locale.ROOT);
  }

  /** What is wrong with an assignee by itself, null if nothing. */
  static @Nullable Violation violation(@Nullable String assignee) {
    String id = id(assignee);
    return id == null || GUID.matcher(id).matches() ? null : STRANGER;
  }

  /** Fails with a 400 when a valid assignee is a team that the account does not have. */
  static Future<Void> require(SqlConnection connection, UUID account, @Nullable String assignee) {
    return id(assignee) == null
        ? Future.succeededFuture()
        : connection
            .preparedQuery(IS_KNOWN)
            .execute(Tuple.of(account, stored(assignee)))
            .compose(
                rows ->
                    rows.iterator().next().getBoolean(0)
                        ? Future.succeededFuture()
                        : Future.failedFuture(ApiException.invalid(List.of(STRANGER))));
  }
}
