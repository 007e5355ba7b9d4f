package dev.belfry.api.auth;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/** Reads which keys have been revoked; asked with every heartbeat, several times a second. */
public final class RevocationFeed implements Function<SqlClient, Future<Void>> {
  private static final String REVOKED =
      """
      SELECT id FROM api_keys
      WHERE revoked_at IS NOT NULL AND (expires_at IS NULL OR expires_at > now())""";

  private final RevokedKeys revoked;

  public RevocationFeed(RevokedKeys revoked) {
    this.revoked = revoked;
  }

  @Override
  public Future<Void> apply(SqlClient client) {
    return client
        .preparedQuery(REVOKED)
        .execute()
        .map(
            rows -> {
              List<UUID> ids = new ArrayList<>();
              rows.forEach(row -> ids.add(row.getUUID(0)));
              revoked.replace(ids);
              return null;
            });
  }
}
