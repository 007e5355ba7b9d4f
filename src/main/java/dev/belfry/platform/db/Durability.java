package dev.belfry.platform.db;

/** What a statement's end promises about a server that crashes right after it. */
public enum Durability {
  /** It has taken effect for good. */
  ON_COMMIT,
  /**
   * Its last executions, of at most three times {@code wal_writer_delay} or 0.6 seconds, may be
   * undone ({@code synchronous_commit}); it does not wait for the disk.
   */
  SOON
}
