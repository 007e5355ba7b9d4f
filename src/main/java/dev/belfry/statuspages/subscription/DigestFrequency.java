package dev.belfry.statuspages.subscription;

/** How often a subscriber gets messages. */
public enum DigestFrequency {
  /** A message for each update. */
  IMMEDIATE,
  /** A digest a day. */
  DAILY,
  /** A digest a week, on Mondays. */
  WEEKLY
}
