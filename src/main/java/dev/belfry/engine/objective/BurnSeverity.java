package dev.belfry.engine.objective;

/** How urgent it is that an error budget is spent too fast. */
enum BurnSeverity {
  /** The budget will soon be gone: act now. */
  PAGE,
  /** The budget will not last for the window: act within days. */
  TICKET
}
