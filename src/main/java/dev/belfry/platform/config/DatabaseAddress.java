package dev.belfry.platform.config;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Where a Postgres database is and who we are there.
 *
 * @param servers that hold the database, of which one takes writes; at least one
 * @param password empty when the server asks for none
 * @param actor on whose behalf connections change what people own, unless they say otherwise; a
 *     word for the audit log
 */
public record DatabaseAddress(
    List<Server> servers,
    String database,
    String user,
    Secret password,
    SslMode sslMode,
    String actor) {
  private static final String SERVICE = "system";

  /**
   * Where a server listens.
   *
   * @param host name or address, IPv6 without brackets
   * @param port 1 to 65535
   */
  public record Server(String host, int port) {
    public Server {
      requireNonNull(host);
      if (port < 1 || port > 65535) {
        throw new IllegalArgumentException("port " + port + " is not from 1 to 65535");
      }
    }

    @Override
    public String toString() {
      return host + ":" + port;
    }
  }

  public DatabaseAddress {
    servers = List.copyOf(servers);
    requireNonNull(database);
    requireNonNull(user);
    requireNonNull(password);
    requireNonNull(sslMode);
    requireNonNull(actor);
    if (servers.isEmpty()) {
      throw new IllegalArgumentException("no server");
    }
  }

  /** Where the service itself acts, on one server. */
  public DatabaseAddress(
      String host, int port, String database, String user, Secret password, SslMode sslMode) {
    this(List.of(new Server(host, port)), database, user, password, sslMode, SERVICE);
  }

  /** Where the service itself acts. */
  DatabaseAddress(
      List<Server> servers, String database, String user, Secret password, SslMode sslMode) {
    this(servers, database, user, password, sslMode, SERVICE);
  }

  /** Host of the first server. */
  public String host() {
    return servers.get(0).host();
  }

  /** Port of the first server. */
  public int port() {
    return servers.get(0).port();
  }

  /** The servers as people write them. */
  public String where() {
    return servers.stream().map(Server::toString).collect(Collectors.joining(", "));
  }

  /**
   * Reads {@code postgresql://user:password@host:port,host:port/database?sslmode=...}.
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

  /** Another database on the same servers. */
  public DatabaseAddress withDatabase(String name) {
    return new DatabaseAddress(servers, name, user, password, sslMode, actor);
  }

  /** The same database on behalf of another actor, a lower-case word. */
  public DatabaseAddress actingAs(String other) {
    return new DatabaseAddress(servers, database, user, password, sslMode, other);
  }
}
