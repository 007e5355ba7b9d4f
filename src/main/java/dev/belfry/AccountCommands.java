package dev.belfry;

import dev.belfry.account.profile.AccountRegistration;
import dev.belfry.platform.db.Ids;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code accounts}: what an operator does with accounts. */
@Command(
    name = "accounts",
    description = "Manages accounts.",
    mixinStandardHelpOptions = true,
    subcommands = AccountCommands.Create.class)
final class AccountCommands {

  /** {@code accounts create}: prints the id of a new account alone on standard output. */
  @Command(name = "create", description = "Makes an account and prints its id.")
  static final class Create implements Runnable {
    @Option(names = "--name", required = true, description = "What people call the account.")
    private String name = "";

    @Override
    public void run() {
      try (CommandDatabase database = CommandDatabase.open(Main.config())) {
        UUID id = new Ids(Main.clock()).next();
        database.query(
            connection -> {
              new AccountRegistration(connection).create(id, name, Main.clock().instant());
              return id;
            });
        System.out.println(id);
      }
    }
  }
}
