package dev.belfry.statuspages.subscription;

/** How a subscriber gets messages (wire contract 2.3, and more). */
public enum SubscriptionType {
  EMAIL,
  WEBHOOK,
  SMS,
  SLACK;

  /** Whether subscribers may choose digests; programs want each update. */
  boolean takesDigests() {
    return this != WEBHOOK;
  }
}
