package dev.belfry.app;

import dev.belfry.account.console.ConsoleOperations;
import dev.belfry.account.console.SignInLinks;
import dev.belfry.account.people.FailedSignIns;
import dev.belfry.account.people.InvitationMails;
import dev.belfry.account.people.Invitations;
import dev.belfry.account.people.MemberOperations;
import dev.belfry.account.people.OwnProfileOperations;
import dev.belfry.account.people.PersonSessions;
import dev.belfry.account.people.SecondFactorOperations;
import dev.belfry.account.people.SecondFactors;
import dev.belfry.account.people.SessionListOperations;
import dev.belfry.account.people.SignInOperations;
import dev.belfry.account.people.SignInPolicyOperations;
import dev.belfry.api.auth.KeyTokens;
import dev.belfry.api.http.ClientAddress;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.PublicAddress;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.seal.Sealer;
import io.vertx.core.Vertx;
import java.security.SecureRandom;
import java.time.InstantSource;

/** Puts together what persons need: sessions, invitations and the console's cookie. */
final class PeopleWiring {
  private PeopleWiring() {}

  /**
   * Adds the operations on persons and sessions of one event loop; begins sessions for others.
   *
   * @param tokens signs the tokens of sessions
   * @param sealer seals the secrets of second factors, and links of invitations
   */
  static PersonSessions open(
      OperationRegistry registry,
      Vertx vertx,
      Database database,
      RateLimits limits,
      KeyTokens tokens,
      Sealer sealer,
      SignInLinks links,
      Ids ids,
      Config config,
      InstantSource clock) {
    ClientAddress addresses = RateLimits.addresses(config);
    SecureRandom random = new SecureRandom();
    SecondFactors factors =
        new SecondFactors(database, limits.passwords(), limits.restricted(), sealer, random, clock);
    FailedSignIns failures = FailedSignIns.storedIn(database, vertx, ids, clock);
    PersonSessions sessions =
        new PersonSessions(database, limits.passwords(), factors, failures, tokens, ids, clock);
    Invitations invitations =
        new Invitations(
            database,
            sessions,
            limits.passwords(),
            factors,
            failures,
            new InvitationMails(config.smtp().server() != null, sealer, ids),
            PublicAddress.of(config),
            ids,
            random,
            clock);
    new MemberOperations(database, invitations).register(registry);
    new SessionListOperations(sessions, addresses).register(registry);
    new SecondFactorOperations(factors, addresses).register(registry);
    new OwnProfileOperations(database).register(registry);
    new SignInOperations(database, ids).register(registry);
    new SignInPolicyOperations(database).register(registry);
    new ConsoleOperations(
            limits.authenticator(),
            links,
            sessions,
            invitations,
            addresses,
            clock,
            ServedOverTls.by(config))
        .register(registry);
    return sessions;
  }
}
