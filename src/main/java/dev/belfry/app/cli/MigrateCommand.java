package dev.belfry.app.cli;

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
      return 0;
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
