package dev.belfry.platform.db.embedded;

import dev.belfry.platform.db.DatabaseUnusable;
import java.nio.file.Path;

/** Another live Belfry runs its embedded server on the same directory. */
public final class DataDirectoryInUse extends DatabaseUnusable {
  private static final long serialVersionUID = 1L;

  DataDirectoryInUse(Path directory, String owner) {
    super(
        "The data directory "
            + directory
            + " is in use by another Belfry"
            + (owner.isBlank() ? "" : " (process " + owner + ")")
            + ". Stop that one, or set BELFRY_DATA_DIR to another directory.",
        null);
  }
}
