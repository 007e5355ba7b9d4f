package dev.belfry.app;

import dev.belfry.account.audit.AuditOperations;
import dev.belfry.account.profile.AccountOperations;
import dev.belfry.account.restore.DeletedResourceOperations;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.monitoring.channel.CredentialMask;
import dev.belfry.monitoring.location.PingCoverage;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.db.Database;
import java.time.InstantSource;

/** The account, and what was done and deleted in it. */
final class AccountWiring {
  private AccountWiring() {}

  /** Adds the operations of one event loop. */
  static void open(
      OperationRegistry registry,
      Database database,
      Config config,
      PingCoverage pinging,
      InstantSource clock) {
    new AccountOperations(database, config.quotas(), pinging).register(registry);
    new AuditOperations(database, CredentialMask.ofResources(), clock).register(registry);
    new DeletedResourceOperations(database, clock).register(registry);
  }
}
