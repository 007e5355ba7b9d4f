package dev.belfry.monitoring.check;

/** How the pause before a retry grows (specification, "RetryStrategy object"). */
public enum RetryType {
  /** Always the base. */
  FIXED,
  /** The base times the number of the attempt. */
  LINEAR,
  /** The base to the power of the number of the attempt. */
  EXPONENTIAL,
  /** One retry after the base, whatever else is set. */
  SINGLE_RETRY
}
