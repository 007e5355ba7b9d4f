package dev.belfry.app.cli;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.schema.DatabaseCopy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code copy}: copies another database into the configured one, which must be empty. */
@Command(
    name = "copy",
    description =
        "Copies the whole database of a stopped service into the configured one, which must have no"
            + " accounts. The servers may have different versions of Postgres. Name the database to"
            + " copy by "
            + CopyCommand.FROM
            + "=postgresql://... in the environment or by --from-data-dir.")
final class CopyCommand implements Callable<Integer> {
  static final String FROM = "BELFRY_COPY_FROM";

  private final CommandContext context;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--from-data-dir",
      description =
          "Data directory of an embedded server. If an older Belfry with another major version of"
              + " Postgres made it, run that one's command 'postgres' on it meanwhile.")
  private @Nullable Path directory;

  CopyCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    String url = context.environment().getOrDefault(FROM, "");
    if (url.isBlank() == (directory == null)) {
      throw new ParameterException(
          spec.commandLine(), "Set either " + FROM + " in the environment or --from-data-dir");
    }
    Config config = context.config();
    if (directory == null) {
      return copy(config, DatabaseAddress.parse(url));
    }
    Path from = directory;
    if (!Files.isDirectory(from)) {
      throw new ParameterException(spec.commandLine(), "There is no directory " + from);
    }
    try (CommandDatabase source = CommandDatabase.embedded(config, from)) {
      return copy(config, source.address());
    }
  }

  private static int copy(Config config, DatabaseAddress from) {
    long begun = System.nanoTime();
    try (CommandDatabase database = CommandDatabase.open(config)) {
      long rows = new DatabaseCopy(from, database.address(), System.err::println).run();
      System.err.printf(
          Locale.ROOT,
          "Copied %,d rows in %.1f s. Start Belfry on the new database, and on the old one never"
              + " again: both would run all monitors and send messages%n",
          rows,
          (System.nanoTime() - begun) / 1e9);
      return 0;
    }
  }
}
