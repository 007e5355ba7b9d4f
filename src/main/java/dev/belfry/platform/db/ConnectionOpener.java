package dev.belfry.platform.db;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Opens connections outside any pool. */
final class ConnectionOpener {
  private ConnectionOpener() {}

  /**
   * A new connection. Fails when it does not stand within the time-out; one that comes later is
   * closed again, since no other code would.
   */
  static Future<PgConnection> open(Vertx vertx, PgConnectOptions options, Duration timeout) {
    Future<PgConnection> opening = PgConnection.connect(vertx, options);
    return opening
        .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
        .onFailure(late -> opening.onSuccess(PgConnection::close));
  }
}
