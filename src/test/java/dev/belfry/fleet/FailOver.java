package dev.belfry.fleet;

/** What happens to a set of three Postgres, and which answers people may get meanwhile. */
enum FailOver {
  /** The primary and its Patroni get SIGKILL, and start again when another one is primary. */
  KILL,
  /** Both stand still (SIGSTOP) until another one is primary, and wake up. */
  FREEZE,
  /** The machine of both is cut off from all others, and comes back. */
  CUT,
  /** An operator asks for another primary. */
  SWITCHOVER,
  /** The synchronous standby and its Patroni get SIGKILL, and start again. */
  STANDBY;

  /** How long a request may take of which people must not learn anything. */
  static final long LONGEST_MILLIS = 1_000;

  /** Whether another member becomes primary. */
  boolean promotes() {
    return this != STANDBY;
  }

  /** Whether a request may have ended so. */
  boolean allows(Sent sent) {
    return this == SWITCHOVER
        ? sent.isWell() && sent.millis() <= LONGEST_MILLIS
        : sent.isWell() || sent.isAway();
  }
}
