package dev.belfry.alerting.phone;

/** When a person gets alerts by text message. */
public enum PhoneUse {
  NEVER,
  /** When no device takes the message. */
  FALLBACK,
  /** With each failure beside the devices, and else as {@link #FALLBACK}. */
  FAILURES
}
