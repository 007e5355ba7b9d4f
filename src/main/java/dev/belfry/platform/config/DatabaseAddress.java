package dev.belfry.platform.config;

import static java.util.Objects.requireNonNull;

/**
 * Where a Postgres database is and who we are there.
 *
 * @param host name or address, IPv6 without brackets
 * @param port 1 to 65535
 * @param password empty when the server asks for none
 * @param actor on whose behalf connections change what people own, unless they say otherwise; a
 *     word for the audit log
 */
public record DatabaseAddress(
    String host,
    int port,
    String database,
    String user,
    Secret password,
    SslMode sslMode,
    String actor) {
  private static final String SERVICE = "system";

  public DatabaseAddress {
    requireNonNull(host);
    requireNonNull(database);
    requireNonNull(user);
    requireNonNull(password);
    requireNonNull(sslMode);
    requireNonNull(actor);
    if (port < 1 || port > 65535) {
      throw new IllegalArgumentException("port " + port + " is not from 1 to 65535");
    }
  }

  /** Where the service itself acts. */
  public DatabaseAddress(
      String host, int port, String database, String user, Secret password, SslMode sslMode) {
    this(host, port, database, user, password, sslMode, SERVICE);
  }

  /**
   * Reads {@code postgresql://user:password@host:port/database?sslmode=...}.
   *
   * @throws ConfigException naming every problem, never the password
   */
  public static DatabaseAddress parse(String url) {
    try {
      return DatabaseUrl.parse(url);
    } catch (InvalidValueException e) {
      throw new ConfigException(
          e.reasons().stream().map(reason -> "database address: " + reason).toList());
    }
  }

  /** The database {@code postgres} of a server on this machine, as its superuser. */
  public static DatabaseAddress local(int port, Secret password) {
    return new DatabaseAddress(
        "127.0.0.1", port, "postgres", "postgres", password, SslMode.DISABLE);
  }

  /** Another database on the same server. */
  public DatabaseAddress withDatabase(String name) {
    return new DatabaseAddress(host, port, name, user, password, sslMode, actor);
  }

  /** The same database on behalf of another actor, a lower-case word. */
  public DatabaseAddress actingAs(String other) {
    return new DatabaseAddress(host, port, database, user, password, sslMode, other);
  }
}
