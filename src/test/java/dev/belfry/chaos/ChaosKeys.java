package dev.belfry.chaos;

import dev.belfry.account.profile.AccountRegistration;
import dev.belfry.api.auth.ApiKeys;
import dev.belfry.api.auth.Caller;
import dev.belfry.api.auth.KeyTokens;
import dev.belfry.api.auth.Scope;
import dev.belfry.api.auth.SigningSecrets;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.db.Jdbc;
import io.vertx.core.Vertx;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;

/** An account with a key, made without a running service. */
public final class ChaosKeys {
  private ChaosKeys() {}

  /** The token of a key of a new account that may do everything, as often as it likes. */
  public static String make(DatabaseAddress address) throws SQLException {
    InstantSource clock = InstantSource.system();
    Ids ids = new Ids(clock);
    UUID account = ids.next();
    Vertx vertx = Vertx.vertx();
    try (Connection connection = Jdbc.connect(address)) {
      new AccountRegistration(connection).create(account, "Chaos", clock.instant());
      ApiKeys.Made made =
          new ApiKeys(connection)
              .create(
                  new Caller(ids.next(), account, Scope.WRITE, 0, null), "chaos", clock.instant());
      return new KeyTokens(
              vertx, SigningSecrets.load(connection, new Config.Keys(List.of(), List.of())))
          .issue(made.key(), made.at());
    } finally {
      vertx.close().await();
    }
  }
}
