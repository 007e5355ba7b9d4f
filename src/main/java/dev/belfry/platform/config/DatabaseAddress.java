package dev.belfry.platform.config;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where a Postgres database is and who we are there.
 *
 * @param servers that hold the database, of which one takes writes; at least one
 * @param password empty when the server asks for none
 * @param actor on whose behalf connections change what people own, unless they say otherwise; a
 *     word for the audit log
 * @param pooler what is known of the pooler at this address; null when it leads to Postgres itself
 */
public record DatabaseAddress(
    List<Server> servers,
    String database,
    String user,
    Secret password,
    SslMode sslMode,
    String actor,
    @Nullable Pooler pooler) {
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

  /**
   * A program that hands out connections to Postgres for the time of a transaction.
   *
   * @param session leads past it, to Postgres itself
   * @param preparedStatements whether a statement that a client prepared is there in its next
   *     transaction, whichever connection that one gets
   */
  public record Pooler(DatabaseAddress session, boolean preparedStatements) {
    public Pooler {
      requireNonNull(session);
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
    this(List.of(new Server(host, port)), database, user, password, sslMode, SERVICE, null);
  }

  /** Several servers, and no pooler before them. */
  public DatabaseAddress(
      List<Server> servers,
      String database,
      String user,
      Secret password,
      SslMode sslMode,
      String actor) {
    this(servers, database, user, password, sslMode, actor, null);
  }

  /** Where the service itself acts. */
  DatabaseAddress(
      List<Server> servers, String database, String user, Secret password, SslMode sslMode) {
    this(servers, database, user, password, sslMode, SERVICE, null);
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

  /** The same on one server. */
  public DatabaseAddress at(Server server) {
    return new DatabaseAddress(List.of(server), database, user, password, sslMode, actor, pooler);
  }

  /** Another database on the same servers. */
  public DatabaseAddress withDatabase(String name) {
    return new DatabaseAddress(
        servers,
        name,
        user,
        password,
        sslMode,
        actor,
        pooler == null ? null : pooled(pooler, pooler.session().withDatabase(name)));
  }

  /** The same database on behalf of another actor, a lower-case word. */
  public DatabaseAddress actingAs(String other) {
    return new DatabaseAddress(
        servers,
        database,
        user,
        password,
        sslMode,
        other,
        pooler == null ? null : pooled(pooler, pooler.session().actingAs(other)));
  }

  /**
   * The same address, at which a pooler is.
   *
   * @param session leads past it
   * @param preparedStatements as in {@link Pooler}
   */
  public DatabaseAddress behindPooler(DatabaseAddress session, boolean preparedStatements) {
    return new DatabaseAddress(
        servers,
        database,
        user,
        password,
        sslMode,
        actor,
        new Pooler(session.actingAs(actor), preparedStatements));
  }

  /** Where connections outlast a transaction: past the pooler, if there is one. */
  public DatabaseAddress session() {
    return pooler == null ? this : pooler.session();
  }

  private static Pooler pooled(Pooler pooler, DatabaseAddress session) {
    return new Pooler(session, pooler.preparedStatements());
  }
}
