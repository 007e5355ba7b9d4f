package dev.belfry.platform.db;

import org.jspecify.annotations.Nullable;

/** The service cannot start on its database. The message tells a person what to do next. */
public class DatabaseUnusableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The cause is for the log, the message for the person. */
  public DatabaseUnusableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
