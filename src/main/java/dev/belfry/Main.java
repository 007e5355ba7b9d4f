package dev.belfry;

import dev.belfry.app.cli.BelfryCommand;
import dev.belfry.app.cli.CommandContext;
import dev.belfry.app.logging.Logging;
import java.time.InstantSource;

/** The process entry. The only class that reads the environment and the system clock. */
public final class Main {
  private Main() {}

  /** Runs a subcommand and exits: 0 for success, 1 for a failure, 2 for wrong arguments. */
  public static void main(String[] arguments) {
    int code =
        BelfryCommand.execute(
            new CommandContext(System.getenv(), InstantSource.system()), arguments);
    if (code != 0) {
      Logging.end();
      System.exit(code);
    }
  }
}
