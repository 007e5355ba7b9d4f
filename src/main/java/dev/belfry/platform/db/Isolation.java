package dev.belfry.platform.db;

/** Isolation level of a transaction (PostgreSQL manual, "Transaction Isolation"). */
public enum Isolation {
  /** Each statement sees what was committed before it. */
  READ_COMMITTED("BEGIN"),

  /**
   * Every statement sees what was committed before the first one; to change what somebody else has
   * changed since is a conflict.
   */
  REPEATABLE_READ("BEGIN ISOLATION LEVEL REPEATABLE READ");

  private final String begin;

  Isolation(String begin) {
    this.begin = begin;
  }

  /** The statement that begins such a transaction. */
  String begin() {
    return begin;
  }
}
