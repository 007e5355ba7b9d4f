package dev.belfry.fleet;

/** What is done to a fleet, and which answers people may get meanwhile. */
enum Scenario {
  /**
   * Each instance gets SIGKILL and starts again. What it had not answered is asked of another one,
   * unless that could do something twice.
   */
  KILL(true, false),
  /**
   * Each instance stands still (SIGSTOP) for some seconds; what it had waits for it, and may then
   * find that its time for the database is over.
   */
  PAUSE(false, true),
  /** Each instance is cut off from Postgres, and in a network of our own also from the balancer. */
  PARTITION(true, true),
  /** Postgres is killed and starts again seconds later. */
  POSTGRES(false, true),
  /**
   * Each instance is replaced by a newer program that adds to the schema, and then by one that
   * takes away from it.
   */
  UPGRADE(false, false),
  /** Minutes in which one instance after the other is killed, but for one that is watched. */
  SOAK(true, false);

  private static final int BAD_GATEWAY = 502;

  private final boolean unknownMayBe;
  private final boolean awayMayBe;

  Scenario(boolean unknownMayBe, boolean awayMayBe) {
    this.unknownMayBe = unknownMayBe;
    this.awayMayBe = awayMayBe;
  }

  /**
   * Whether a request may have ended so: well, or not known when it must not be repeated, or with
   * the word to ask again when nobody could do it.
   */
  boolean allows(Sent sent) {
    boolean unknown = sent.status() == 0 || sent.status() == BAD_GATEWAY;
    return sent.isWell()
        || (unknownMayBe && unknown && !sent.kind().mayBeRepeated())
        || (awayMayBe && sent.isAway());
  }
}
