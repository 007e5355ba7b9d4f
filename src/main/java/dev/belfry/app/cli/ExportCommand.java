package dev.belfry.app.cli;

import dev.belfry.app.FileDeploys;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.db.DatabaseUnusableException;
import dev.belfry.projects.files.ExportFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code export}: writes the resources of an account as a file for {@code apply}. */
@Command(
    name = "export",
    description = "Writes the resources of an account as a file for apply, without secrets.")
final class ExportCommand implements Runnable {
  private final CommandContext context;

  @Option(names = "--account", description = "Id of the account; default the only one there is.")
  private @Nullable UUID account;

  @Option(names = "--output", description = "File to write; default standard output.")
  private @Nullable Path output;

  ExportCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public void run() {
    Config config = context.config();
    try (CommandDatabase database = CommandDatabase.open(config);
        FileDeploys deploys =
            new FileDeploys(
                config,
                database.address(),
                database.sealer(),
                context.clock(),
                context.environment())) {
      ExportFile exported =
          deploys.export(
              database.query(connection -> FileDeploys.account(connection, config, account)));
      write(exported.text(), output);
      exported
          .secrets()
          .forEach(name -> System.err.println("Not exported; set it before you apply: " + name));
    }
  }

  /** Writes to a file, or to standard output when it is null. */
  static void write(String text, @Nullable Path output) {
    if (output == null) {
      System.out.print(text);
      return;
    }
    try {
      Files.writeString(output, text);
    } catch (IOException e) {
      throw new DatabaseUnusableException(output + " cannot be written: " + e.getMessage(), e);
    }
  }
}
