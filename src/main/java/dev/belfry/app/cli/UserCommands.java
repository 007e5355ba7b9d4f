package dev.belfry.app.cli;

import dev.belfry.account.people.PersonRegistration;
import dev.belfry.api.auth.Role;
import dev.belfry.platform.config.PublicAddress;
import dev.belfry.platform.db.Ids;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code users}: commands of an operator on persons. */
@Command(name = "users", description = "Manages persons.")
final class UserCommands {
  /** What the commands on one person share: the address, and work on the database. */
  private abstract static class OfPerson implements Runnable {
    private final CommandContext context;

    @Option(names = "--email", required = true, description = "E-mail address of the person.")
    String email = "";

    OfPerson(CommandContext context) {
      this.context = context;
    }

    /** Does the work; the line that is printed, alone on standard output, empty for none. */
    abstract Optional<String> work(PersonRegistration persons) throws SQLException;

    @Override
    public void run() {
      Ids ids = new Ids(context.clock());
      try (CommandDatabase database = CommandDatabase.open(context.config())) {
        database
            .query(connection -> work(new PersonRegistration(connection, ids, new SecureRandom())))
            .ifPresent(System.out::println);
      }
    }

    final Optional<String> link(String path) {
      return Optional.of(PublicAddress.of(context.config()) + path);
    }

    final Instant now() {
      return context.clock().instant();
    }
  }

  /** {@code users create}: the link makes the person a member of an account, once. */
  @Command(
      name = "create",
      description = "Prints a link by which a person joins an account, once, within 7 days.")
  static final class Create extends OfPerson {
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
    Optional<String> work(PersonRegistration persons) throws SQLException {
      return link(persons.invite(account, email, role(), now()));
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
  static final class Password extends OfPerson {
    Password(CommandContext context) {
      super(context);
    }

    @Override
    Optional<String> work(PersonRegistration persons) throws SQLException {
      return link(persons.newPassword(email, now()));
    }
  }

  /** {@code users forget-identity}: for a person who was replaced at the provider. */
  @Command(
      name = "forget-identity",
      description =
          "Forgets by what a provider of OpenID Connect knows a person, and ends the sessions. The"
              + " next sign-in links by the e-mail address again.")
  static final class ForgetIdentity extends OfPerson {
    ForgetIdentity(CommandContext context) {
      super(context);
    }

    @Override
    Optional<String> work(PersonRegistration persons) throws SQLException {
      persons.forgetIdentity(email);
      return Optional.empty();
    }
  }

  /** {@code users reset-second-factor}: for a person who lost the device and the recovery codes. */
  @Command(
      name = "reset-second-factor",
      description = "Turns off the second factor of a person, who then signs in without.")
  static final class ResetSecondFactor extends OfPerson {
    ResetSecondFactor(CommandContext context) {
      super(context);
    }

    @Override
    Optional<String> work(PersonRegistration persons) throws SQLException {
      persons.resetSecondFactor(email);
      return Optional.of("The second factor of " + email + " is off");
    }
  }
}
