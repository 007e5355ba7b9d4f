package dev.belfry.app.cli;

import dev.belfry.engine.result.distribution.DistributionRefusedException;
import dev.belfry.engine.result.distribution.ResultDistribution;
import dev.belfry.platform.db.schema.Migrations;
import dev.belfry.platform.db.schema.SchemaVersions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code migrate}: migrates the schema to the program's version and exits. */
@Command(name = "migrate", description = "Migrates the database to this program's schema version.")
final class MigrateCommand implements Callable<Integer> {
  private final CommandContext context;

  @Option(
      names = "--status",
      description =
          "Changes nothing; prints which schema versions this program serves and which one the"
              + " database has. Exits with 1 unless they fit.")
  private boolean status;

  @Option(
      names = "--distribute",
      description =
          "Also distributes results, their details and roll-ups over the workers of a Citus cluster,"
              + " day by day. Prints its steps; goes on where an earlier run was interrupted.")
  private boolean distribute;

  MigrateCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    return status ? status() : migrate();
  }

  private int migrate() {
    try (CommandDatabase database = CommandDatabase.open(context.config())) {
      System.err.println("The schema of " + database.address().database() + " is current");
      return distribute ? distribute(database) : 0;
    }
  }

  private static int distribute(CommandDatabase database) {
    try {
      return database.query(
          connection -> {
            new ResultDistribution(connection, System.out::println).run();
            return 0;
          });
    } catch (DistributionRefusedException refused) {
      System.err.println(refused.getMessage());
      return 1;
    }
  }

  private int status() {
    try (CommandDatabase database = CommandDatabase.connect(context.config())) {
      SchemaVersions versions = new Migrations().versions(database.address());
      System.out.println(versions);
      return versions.areServed() ? 0 : 1;
    }
  }
}
