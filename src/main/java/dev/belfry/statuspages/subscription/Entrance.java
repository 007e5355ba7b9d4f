package dev.belfry.statuspages.subscription;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a subscription needs beside its draft before it is added. */
interface Entrance {
  /** Lets every draft in. */
  Entrance OPEN = connection -> Future.succeededFuture();

  /** Checks limits in the transaction that adds it; fails with a 409 beyond one. */
  Future<Void> admit(SqlConnection connection);

  /** The sealed address of a subscription, null for one that is no secret. */
  default @Nullable String sealed(UUID subscription) {
    return null;
  }
}
