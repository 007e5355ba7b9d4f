package dev.belfry.platform.db.schema;

import dev.belfry.platform.db.DatabaseUnusableException;

/** A newer program has migrated the schema beyond the versions that serve this program. */
public final class SchemaTooNewException extends DatabaseUnusableException {
  private static final long serialVersionUID = 1L;

  SchemaTooNewException(SchemaVersions versions) {
    super(
        "The database has schema version "
            + versions.schema()
            + ", which serves programs from version "
            + versions.oldest()
            + " on, but this Belfry knows only versions up to "
            + versions.program()
            + ". Start the Belfry that made it, or a newer one; going back needs a backup from"
            + " before the migration.",
        null);
  }
}
