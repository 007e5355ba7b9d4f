package dev.belfry.app.cli;

import dev.belfry.platform.db.DatabaseUnusableException;
import dev.belfry.statuspages.domain.DomainGrants;
import dev.belfry.statuspages.domain.DomainPolicy;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code domains}: commands of an operator on custom domains of status pages. */
@Command(name = "domains", description = "Manages custom domains of status pages.")
final class DomainCommands {
  /** What the commands on one domain of one account share. */
  private abstract static class OfAccount implements Runnable {
    final CommandContext context;

    @Option(names = "--account", required = true, description = "Id of the account.")
    UUID account = new UUID(0, 0);

    @Parameters(paramLabel = "DOMAIN", description = "Host name, such as status.example.com.")
    String domain = "";

    OfAccount(CommandContext context) {
      this.context = context;
    }
  }

  /** {@code domains allow}: an account may use a domain without a record in the DNS. */
  @Command(name = "allow", description = "Gives a domain to an account without a DNS record.")
  static final class Allow extends OfAccount {
    Allow(CommandContext context) {
      super(context);
    }

    @Override
    public void run() {
      DomainPolicy.of(context.config())
          .problem(domain)
          .ifPresent(
              problem -> {
                throw new DatabaseUnusableException("The domain " + problem, null);
              });
      try (CommandDatabase database = CommandDatabase.open(context.config())) {
        database.query(
            connection -> {
              new DomainGrants(connection).allow(account, domain);
              return domain;
            });
        System.err.println("Account " + account + " has the domain " + domain);
      }
    }
  }

  /** {@code domains withdraw}: takes a domain from an account, which then has to prove it. */
  @Command(name = "withdraw", description = "Takes a domain from an account until it proves it.")
  static final class Withdraw extends OfAccount {
    Withdraw(CommandContext context) {
      super(context);
    }

    @Override
    public void run() {
      try (CommandDatabase database = CommandDatabase.open(context.config())) {
        if (!database.query(connection -> new DomainGrants(connection).withdraw(account, domain))) {
          throw new DatabaseUnusableException("The account does not have this domain", null);
        }
        System.err.println("Account " + account + " does not have the domain " + domain);
      }
    }
  }
}
