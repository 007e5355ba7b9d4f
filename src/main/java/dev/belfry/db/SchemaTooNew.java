package dev.belfry.db;

/** A newer program has migrated the database further than this one knows. */
public final class SchemaTooNew extends DatabaseUnusable {
  private static final long serialVersionUID = 1L;

  SchemaTooNew(int schema, int newest) {
    super(
        "The database has schema version "
            + schema
            + ", but this Belfry knows only versions up to "
            + newest
            + ". Start the Belfry that made it, or a newer one; going back needs a backup from"
            + " before the migration.",
        null);
  }
}
