package dev.belfry.platform.db;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;

/** Opens connections outside any pool. */
final class ConnectionOpener {
  private ConnectionOpener() {}

  /**
   * A new connection to the server that takes writes. Fails when it is waited for no longer; one
   * that comes later is closed again, since no other code would.
   */
  static Future<PgConnection> open(Vertx vertx, ConnectOptions options, Patience patience) {
    return bounded(
        options.connecting(vertx, () -> logIn(vertx, options)).onSuccess(options::opened),
        patience);
  }

  private static Future<PgConnection> logIn(Vertx vertx, ConnectOptions options) {
    return options
        .login(vertx)
        .compose(
            login ->
                PgConnection.connect(vertx, login.options())
                    .onComplete(done -> login.turn().end()));
  }

  /** The same to the server that the options name. */
  static Future<PgConnection> open(Vertx vertx, PgConnectOptions options, Patience patience) {
    return bounded(PgConnection.connect(vertx, options), patience);
  }

  private static Future<PgConnection> bounded(Future<PgConnection> opening, Patience patience) {
    return patience.bound(opening).onFailure(late -> opening.onSuccess(PgConnection::close));
  }
}
