package dev.belfry.app.cli;

import dev.belfry.account.profile.AccountRegistration;
import dev.belfry.platform.db.Ids;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code accounts}: commands of an operator on accounts. */
@Command(name = "accounts", description = "Manages accounts.")
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

  /** {@code accounts list}: prints a line for each account on standard output, oldest first. */
  @Command(name = "list", description = "Lists all accounts: id, time of creation, name.")
  static final class ListAll implements Runnable {
    private final CommandContext context;

    ListAll(CommandContext context) {
      this.context = context;
    }

    @Override
    public void run() {
      try (CommandDatabase database = CommandDatabase.open(context.config())) {
        database
            .query(connection -> new AccountRegistration(connection).list())
            .forEach(
                one -> System.out.println(one.id() + "  " + one.createdAt() + "  " + one.name()));
      }
    }
  }

  /** {@code accounts quota}: sets a quota of one account. */
  @Command(name = "quota", description = "Sets a quota of an account.")
  static final class Quota implements Runnable {
    private final CommandContext context;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(names = "--account", required = true, description = "Id of the account.")
    private UUID account = new UUID(0, 0);

    @Parameters(
        paramLabel = "QUOTA=NUMBER",
        description = "Such as monitors=500000; 0 = unlimited, default = the service's.")
    private String change = "";

    Quota(CommandContext context) {
      this.context = context;
    }

    @Override
    public void run() {
      String[] parts = change.split("=", 2);
      boolean known =
          dev.belfry.platform.config.Quota.ofWire(parts[0])
              .filter(dev.belfry.platform.config.Quota::stored)
              .isPresent();
      if (!known || parts.length < 2 || !parts[1].matches("[0-9]{1,15}|default")) {
        throw new ParameterException(
            spec.commandLine(),
            "The quota must be keys, monitors, channels, subscribers, privateLocations or"
                + " incidentUpdates, with = and a number or default");
      }
      Long most = parts[1].equals("default") ? null : Long.valueOf(parts[1]);
      try (CommandDatabase database = CommandDatabase.open(context.config())) {
        database.query(
            connection -> {
              new AccountRegistration(connection).quota(account, parts[0], most);
              return account;
            });
      }
    }
  }
}
