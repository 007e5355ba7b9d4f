package dev.belfry.app.cli;

import dev.belfry.account.people.PersonRegistration;
import dev.belfry.api.auth.Role;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.PublicAddress;
import dev.belfry.platform.db.Ids;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code users}: commands of an operator on persons. */
@Command(name = "users", description = "Manages persons.")
final class UserCommands {
  /** What the commands on one person share: each prints a link alone on standard output. */
  private abstract static class Linking implements Runnable {
    private final CommandContext context;

    @Option(names = "--email", required = true, description = "E-mail address of the person.")
    String email = "";

    Linking(CommandContext context) {
      this.context = context;
    }

    /** The path of the link. */
    abstract String link(PersonRegistration registration) throws SQLException;

    @Override
    public void run() {
      Config config = context.config();
      try (CommandDatabase database = CommandDatabase.open(config)) {
        Ids ids = new Ids(context.clock());
        String path =
            database.query(
                connection -> link(new PersonRegistration(connection, ids, new SecureRandom())));
        System.out.println(PublicAddress.of(config) + path);
      }
    }

    final Instant now() {
      return context.clock().instant();
    }
  }

  /** {@code users create}: the link makes the person a member of an account, once. */
  @Command(
      name = "create",
      description = "Prints a link by which a person joins an account, once, within 7 days.")
  static final class Create extends Linking {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(names = "--account", required = true, description = "Id of the account.")
    private UUID account = new UUID(0, 0);

    @Option(
        names = "--role",
        description = "viewer, responder, editor, admin or owner; default owner.")
    private String role = "owner";

    Create(CommandContext context) {
      super(context);
    }

    @Override
    String link(PersonRegistration registration) throws SQLException {
      return registration.invite(account, email, role(), now());
    }

    private Role role() {
      try {
        return Role.ofContract(role.toLowerCase(Locale.ROOT));
      } catch (IllegalArgumentException unknown) {
        throw new ParameterException(
            spec.commandLine(), "The role must be viewer, responder, editor, admin or owner");
      }
    }
  }

  /** {@code users password}: the link sets a new password, once. */
  @Command(
      name = "password",
      description = "Prints a link by which a person sets a new password, once, within a day.")
  static final class Password extends Linking {
    Password(CommandContext context) {
      super(context);
    }

    @Override
    String link(PersonRegistration registration) throws SQLException {
      return registration.newPassword(email, now());
    }
  }

  /** {@code users forget-identity}: for a person who was replaced at the provider. */
  @Command(
      name = "forget-identity",
      description =
          "Forgets by what a provider of OpenID Connect knows a person, and ends the sessions. The"
              + " next sign-in links by the e-mail address again.")
  static final class ForgetIdentity implements Runnable {
    private final CommandContext context;

    @Option(names = "--email", required = true, description = "E-mail address of the person.")
    private String email = "";

    ForgetIdentity(CommandContext context) {
      this.context = context;
    }

    @Override
    public void run() {
      Ids ids = new Ids(context.clock());
      try (CommandDatabase database = CommandDatabase.open(context.config())) {
        database.query(
            connection -> {
              new PersonRegistration(connection, ids, new SecureRandom()).forgetIdentity(email);
              return true;
            });
      }
    }
  }

  /** {@code users reset-second-factor}: for a person who lost the device and the recovery codes. */
  @Command(
      name = "reset-second-factor",
      description = "Turns off the second factor of a person, who then signs in without.")
  static final class ResetSecondFactor implements Runnable {
    private final CommandContext context;

    @Option(names = "--email", required = true, description = "E-mail address of the person.")
    private String email = "";

    ResetSecondFactor(CommandContext context) {
      this.context = context;
    }

    @Override
    public void run() {
      try (CommandDatabase database = CommandDatabase.open(context.config())) {
        database.query(
            connection -> {
              new PersonRegistration(connection, new Ids(context.clock()), new SecureRandom())
                  .resetSecondFactor(email);
              return email;
            });
        System.out.println("The second factor of " + email + " is off");
      }
    }
  }
}
