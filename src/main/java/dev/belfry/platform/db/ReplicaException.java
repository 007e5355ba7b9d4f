package dev.belfry.platform.db;

/** A replica cannot answer a read, so that the primary has to. */
final class ReplicaException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Replica.Outcome outcome;

  private ReplicaException(String message, Replica.Outcome outcome) {
    super(message, null, false, false); // No trace: many reads may be told at once.
    this.outcome = outcome;
  }

  static ReplicaException behind() {
    return new ReplicaException("The replica lags", Replica.Outcome.BEHIND);
  }

  static ReplicaException lost() {
    return new ReplicaException("The replica was lost", Replica.Outcome.FAILED);
  }

  /** What a failure at a replica counts as. */
  static Replica.Outcome outcome(Throwable failure) {
    return failure instanceof ReplicaException told ? told.outcome : Replica.Outcome.FAILED;
  }
}
