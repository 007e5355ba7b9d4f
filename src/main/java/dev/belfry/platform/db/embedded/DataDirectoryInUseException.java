package dev.belfry.platform.db.embedded;

import dev.belfry.platform.db.DatabaseUnusableException;
import java.nio.file.Path;

/** Another live Belfry runs its embedded server on the same data directory. */
public final class DataDirectoryInUseException extends DatabaseUnusableException {
  private static final long serialVersionUID = 1L;

  DataDirectoryInUseException(Path directory, String owner) {
    super(
        "The data directory "
            + directory
            + " is in use by another Belfry"
            + (owner.isBlank() ? "" : " (process " + owner + ")")
            + ". Stop that one, or set BELFRY_DATA_DIR to another directory.",
        null);
  }
}
