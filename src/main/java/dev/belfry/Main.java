package dev.belfry;

import dev.belfry.api.http.CannotListen;
import dev.belfry.api.http.CertificateUnusable;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.ConfigException;
import dev.belfry.platform.config.ConfigLoader;
import dev.belfry.platform.db.DatabaseUnusable;
import dev.belfry.platform.error.ApiException;
import dev.belfry.projects.files.FaultyFiles;
import java.nio.file.Path;
import java.time.InstantSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The process entry: {@code serve} and the subcommands of the jar. */
@Command(
    name = "belfry",
    description = "A monitoring service with an HTTP API. Without a subcommand it serves.",
    mixinStandardHelpOptions = true,
    subcommands = {
      ServeCommand.class,
      AccountCommands.class,
      ApplyCommand.class,
      ExportCommand.class,
      ImportCommand.class,
      KeyCommands.class,
      LedgerCommand.class,
      MigrateCommand.class
    })
public final class Main implements Runnable {
  private static final int FAILED = 1;

  private Main() {}

  /** Runs a subcommand and exits: 0 for success, 1 for a failure, 2 for wrong arguments. */
  public static void main(String[] arguments) {
    int code = execute(arguments);
    if (code != 0) {
      Logging.end();
      System.exit(code);
    }
  }

  static int execute(String... arguments) {
    // Serving is what most processes do: they need not get to know the other commands first.
    return new CommandLine(arguments.length == 0 ? new ServeCommand() : new Main())
        .setExecutionExceptionHandler(
            (failure, command, parsed) -> {
              if (failure instanceof ConfigException wrong) {
                wrong.problems().forEach(problem -> command.getErr().println(problem));
              } else if (failure instanceof FaultyFiles faulty) {
                faulty.faults().forEach(fault -> command.getErr().println(fault));
              } else if (failure instanceof ApiException
                  || failure instanceof DatabaseUnusable
                  || failure instanceof CannotListen
                  || failure instanceof CertificateUnusable) {
                command.getErr().println(failure.getMessage());
              } else {
                throw failure;
              }
              return FAILED;
            })
        .execute(arguments);
  }

  @Override
  public void run() {
    new ServeCommand().run();
  }

  /** The configuration of this process. */
  static Config config() {
    return ConfigLoader.load(System.getenv(), Path.of(""));
  }

  static InstantSource clock() {
    return InstantSource.system();
  }
}
