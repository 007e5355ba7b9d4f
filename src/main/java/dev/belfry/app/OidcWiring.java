package dev.belfry.app;

import dev.belfry.account.console.OidcOperations;
import dev.belfry.account.console.OidcOperations.Connected;
import dev.belfry.account.oidc.AttemptSeal;
import dev.belfry.account.oidc.OidcProvider;
import dev.belfry.account.people.IdentitySignIn;
import dev.belfry.account.people.PersonSessions;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.OidcConfig;
import dev.belfry.platform.config.PublicAddress;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.seal.Sealer;
import io.vertx.core.Vertx;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Puts together the sign-in of persons over OpenID Connect. */
final class OidcWiring {
  private static final String CALLBACK = "/console/oidc/callback";

  private OidcWiring() {}

  /**
   * Adds the operations of one event loop.
   *
   * @param sessions begins the sessions of persons
   * @param sealer seals what browsers keep while they are at the provider
   */
  static void open(
      OperationRegistry registry,
      Vertx vertx,
      Database database,
      PersonSessions sessions,
      Sealer sealer,
      Ids ids,
      Config config,
      InstantSource clock) {
    new OidcOperations(
            connected(vertx, config, sealer, clock),
            new IdentitySignIn(database, sessions, ids),
            RateLimits.addresses(config),
            ServedOverTls.by(config))
        .register(registry);
  }

  private static @Nullable Connected connected(
      Vertx vertx, Config config, Sealer sealer, InstantSource clock) {
    OidcConfig oidc = config.oidc();
    if (oidc == null) {
      return null;
    }
    String redirect = PublicAddress.of(config) + CALLBACK;
    return new Connected(
        oidc.name(),
        new OidcProvider(vertx, oidc, redirect, new SecureRandom(), clock),
        new AttemptSeal(oidc.issuer().toString(), sealer, clock));
  }
}
