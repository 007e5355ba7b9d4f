package dev.belfry.engine.result.distribution;

/** The results of a database cannot be distributed as it is. Nothing was changed. */
public final class DistributionRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  DistributionRefusedException(String message) {
    super(message);
  }
}
