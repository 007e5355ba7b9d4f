package dev.belfry.app.cli;

import dev.belfry.account.profile.AccountRegistration;
import dev.belfry.platform.db.Ids;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code accounts}: commands of an operator on accounts. */
@Command(name = "accounts", description = "Manages accounts.", mixinStandardHelpOptions = true)
final class AccountCommands {

  /** {@code accounts create}: prints the id of a new account alone on standard output. */
  @Command(name = "create", description = "Creates an account and prints its id.")
  static final class Create implements Runnable {
    private final CommandContext context;

    @Option(names = "--name", required = true, description = "Name of the account, for people.")
    private String name = "";

    Create(CommandContext context) {
      this.context = context;
    }

    @Override
    public void run() {
      try (CommandDatabase database = CommandDatabase.open(context.config())) {
        UUID id = new Ids(context.clock()).next();
        database.query(
            connection -> {
              new AccountRegistration(connection).create(id, name, context.clock().instant());
              return id;
            });
        System.out.println(id);
      }
    }
  }
}
