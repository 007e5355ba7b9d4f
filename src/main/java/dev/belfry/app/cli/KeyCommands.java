package dev.belfry.app.cli;

import dev.belfry.api.auth.ApiKeys;
import dev.belfry.api.auth.Caller;
import dev.belfry.api.auth.KeyTokens;
import dev.belfry.api.auth.Scope;
import dev.belfry.platform.db.DatabaseUnusableException;
import dev.belfry.platform.db.Ids;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code keys}: commands of an operator on API keys. */
@Command(name = "keys", description = "Manages API keys.")
final class KeyCommands {

  /** {@code keys create}: prints a new key alone on standard output; it is never shown again. */
  @Command(name = "create", description = "Creates a key and prints it once.")
  static final class Create implements Runnable {
    private final CommandContext context;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(names = "--account", required = true, description = "Id of the key's account.")
    private UUID account = new UUID(0, 0);

    @Option(names = "--name", description = "Purpose of the key, for people.")
    private String name = "";

    @Option(names = "--read-only", description = "Refuse the key for every operation that writes.")
    private boolean readOnly;

    @Option(names = "--admin", description = "Let the key create and revoke keys of the account.")
    private boolean admin;

    @Option(
        names = "--rate-limit",
        description = "Requests in 60 seconds instead of the service's limit; 0 = unlimited.")
    private @Nullable Integer rateLimit;

    @Option(
        names = "--expires-in",
        description = "When the key stops working, for example PT12H or P90D; default never.")
    private @Nullable Duration expiresIn;

    Create(CommandContext context) {
      this.context = context;
    }

    @Override
    public void run() {
      try (CommandDatabase database = CommandDatabase.open(context.config())) {
        Instant now = context.clock().instant().truncatedTo(ChronoUnit.SECONDS);
        Caller key =
            new Caller(
                new Ids(context.clock()).next(),
                account,
                scope(),
                rateLimit,
                expiresIn == null ? null : now.plus(expiresIn));
        ApiKeys.Made made =
            database.query(connection -> new ApiKeys(connection).create(key, name, now));
        System.err.println("The id of the key is " + key.keyId());
        System.out.println(token(database, made));
      }
    }

    private Scope scope() {
      if (readOnly && admin) {
        throw new ParameterException(
            spec.commandLine(), "--read-only and --admin exclude each other");
      }
      if (readOnly) {
        return Scope.READ;
      }
      return admin ? Scope.ADMIN : Scope.WRITE;
    }

    private static String token(CommandDatabase database, ApiKeys.Made made) {
      Vertx vertx = Vertx.vertx();
      try {
        return new KeyTokens(vertx, database.secrets()).issue(made.key(), made.at());
      } finally {
        vertx.close().await();
      }
    }
  }

  /** {@code keys list}: prints a line for each key in force on standard output, oldest first. */
  @Command(
      name = "list",
      description = "Lists the keys in force: id, permission, creation, end, name.")
  static final class ListAll implements Runnable {
    private final CommandContext context;

    @Option(names = "--account", required = true, description = "Id of the account.")
    private UUID account = new UUID(0, 0);

    ListAll(CommandContext context) {
      this.context = context;
    }

    @Override
    public void run() {
      try (CommandDatabase database = CommandDatabase.open(context.config())) {
        database.query(connection -> new ApiKeys(connection).list(account)).forEach(ListAll::print);
      }
    }

    private static void print(ApiKeys.Listed key) {
      System.out.println(
          String.join(
              "  ",
              key.id().toString(),
              key.scope().name(),
              key.createdAt().toString(),
              key.expiry() == null ? "never" : key.expiry().toString(),
              key.name()));
    }
  }

  /** {@code keys revoke}: the key stops working on every instance within a second. */
  @Command(name = "revoke", description = "Revokes a key on every instance within a second.")
  static final class Revoke implements Runnable {
    private final CommandContext context;

    @Parameters(paramLabel = "ID", description = "Id of the key.")
    private UUID id = new UUID(0, 0);

    Revoke(CommandContext context) {
      this.context = context;
    }

    @Override
    public void run() {
      try (CommandDatabase database = CommandDatabase.open(context.config())) {
        if (!database.query(connection -> new ApiKeys(connection).revoke(id))) {
          throw new DatabaseUnusableException("There is no key " + id, null);
        }
        System.err.println("Revoked " + id);
      }
    }
  }
}
