package dev.belfry.platform.db.schema;

/**
 * The versions of a program and of a schema, and whether they fit together (ADR 25).
 *
 * @param program the newest schema version that the program knows, at least 1
 * @param schema the version that the database has, 0 when it is empty
 * @param oldest the program versions that the schema serves begin here
 */
public record SchemaVersions(int program, int schema, int oldest) {

  /** Whether the database is at the program's version or one that still serves it. */
  public boolean areServed() {
    return schema >= program && oldest <= program;
  }

  /** Whether the program would migrate the database. */
  public boolean areToBeMigrated() {
    return schema < program;
  }

  /** The versions and what follows from them, for people. */
  @Override
  public String toString() {
    String database =
        schema == 0
            ? "The database is empty."
            : "The database has schema version "
                + schema
                + ", which serves programs from version "
                + oldest
                + " on.";
    String program =
        "This program serves schema version "
            + this.program
            + ", and newer ones that serve programs of version "
            + this.program
            + ".";
    return program + System.lineSeparator() + database + System.lineSeparator() + verdict();
  }

  private String verdict() {
    if (areToBeMigrated()) {
      return "It can be migrated: start this program, or run migrate.";
    }
    return areServed()
        ? "They fit."
        : "They do not fit: start a program of version " + oldest + " or newer.";
  }
}
