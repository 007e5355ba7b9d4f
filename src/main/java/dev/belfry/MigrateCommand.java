package dev.belfry;

import dev.belfry.platform.db.Migrations;
import dev.belfry.platform.db.SchemaVersions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code migrate}: brings the schema to the program's version and exits. */
@Command(name = "migrate", description = "Brings the database to this program's schema version.")
final class MigrateCommand implements Callable<Integer> {
  @Option(
      names = "--status",
      description =
          "Changes nothing; prints which schema versions this program serves and which one the"
              + " database has. Exits with 1 unless they fit.")
  private boolean status;

  @Override
  public Integer call() {
    return status ? status() : migrate();
  }

  private static int migrate() {
    try (CommandDatabase database = CommandDatabase.open(Main.config())) {
      System.err.println("The schema of " + database.address().database() + " is current");
      return 0;
    }
  }

  private static int status() {
    try (CommandDatabase database = CommandDatabase.connect(Main.config())) {
      SchemaVersions versions = new Migrations().versions(database.address());
      System.out.println(versions);
      return versions.areServed() ? 0 : 1;
    }
  }
}
