package dev.belfry;

import picocli.CommandLine.Command;

/** {@code migrate}: brings the schema to the program's version and exits. */
@Command(name = "migrate", description = "Brings the database to this program's schema version.")
final class MigrateCommand implements Runnable {
  @Override
  public void run() {
    try (CommandDatabase database = CommandDatabase.open(Main.config())) {
      System.err.println("The schema of " + database.address().database() + " is current");
    }
  }
}
