package dev.belfry.engine.probe;

/** The slot of one execution: how long it waited for it, at which host it is, and its return. */
final class ProbeSlot {
  private static final long NANOS_PER_MICRO = 1_000;

  /** A run that waits for longer says nothing about its time; as in {@code CatchUpPlan}. */
  private static final long LONGEST_WAIT_NANOS = 10_000_000_000L;

  private final ConcurrencyLimiter<ProbeExecution> limiter;
  private final ProbeExecution execution;
  private final long asked = System.nanoTime();
  private String host;
  private long waitMicros;
  private long movedAt;
  private boolean admitted;
  private boolean moving;

  /** Creates one that the limiter has not admitted yet. */
  ProbeSlot(ConcurrencyLimiter<ProbeExecution> limiter, ProbeExecution execution, String host) {
    this.limiter = limiter;
    this.execution = execution;
    this.host = host;
  }

  boolean isAdmitted() {
    return admitted;
  }

  /** Whether the execution waits for a slot at the host of a redirect. */
  boolean isMoving() {
    return moving;
  }

  /** Whether it has waited for its slot for too long. Any thread may call. */
  boolean isTooLate() {
    return System.nanoTime() - asked > LONGEST_WAIT_NANOS;
  }

  /** How long the execution has waited, microseconds. */
  long waitMicros() {
    return waitMicros;
  }

  /** The limiter has admitted the execution. */
  void admit(long now) {
    admitted = true;
    waitMicros = (now - asked) / NANOS_PER_MICRO;
  }

  /** Whether the slot counts for a host. */
  boolean isAt(String other) {
    return host.equals(other);
  }

  /** Waits for a slot at the host of a redirect; the limiter tells when there is one. */
  void move(String to) {
    String from = host;
    host = to;
    moving = true;
    movedAt = System.nanoTime();
    limiter.move(from, host, execution);
  }

  /** The limiter has a slot at that host. Returns how long the execution waited, nanoseconds. */
  long moved() {
    moving = false;
    long waited = System.nanoTime() - movedAt;
    waitMicros += waited / NANOS_PER_MICRO;
    return waited;
  }

  /** Gives the slot back. */
  void free() {
    if (moving) {
      limiter.leaveMoving(host, execution);
    } else if (admitted) {
      limiter.leave(host);
    }
  }
}
