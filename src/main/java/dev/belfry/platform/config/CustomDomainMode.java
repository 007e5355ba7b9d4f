package dev.belfry.platform.config;

/** Who may use a custom domain for a status page. */
public enum CustomDomainMode {
  /** The account that has proved it by a record in the DNS. */
  VERIFIED,
  /** The account that names it first; for installations whose accounts trust each other. */
  ANY,
  /** Nobody. */
  OFF
}
