package dev.belfry.platform.db;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;

/** Opens connections outside any pool. */
final class ConnectionOpener {
  private ConnectionOpener() {}

  /**
   * A new connection. Fails when it is waited for no longer; one that comes later is closed again,
   * since no other code would.
   */
  static Future<PgConnection> open(Vertx vertx, PgConnectOptions options, Patience patience) {
    Future<PgConnection> opening = PgConnection.connect(vertx, options);
    return patience.bound(opening).onFailure(late -> opening.onSuccess(PgConnection::close));
  }
}
