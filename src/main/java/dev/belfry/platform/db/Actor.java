package dev.belfry.platform.db;

/**
 * The actor that statements run for, as the audit log shows it.
 *
 * @param name what kind of actor and which, such as {@code key:<id of the API key>}
 * @param requestId the request that made it act; empty when none did
 */
public record Actor(String name, String requestId) {
  /** The service itself. */
  public static final Actor SYSTEM = new Actor("system", "");
}
