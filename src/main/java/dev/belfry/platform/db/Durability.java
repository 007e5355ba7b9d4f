package dev.belfry.platform.db;

/** Whether a commit survives a crash of the server right after it. */
public enum Durability {
  /** It has taken effect for good. */
  ON_COMMIT,
  /**
   * Its last executions, of at most three times {@code wal_writer_delay} or 0.6 seconds, may be
   * undone ({@code synchronous_commit}); it does not wait for the disk.
   */
  SOON
}
