package dev.belfry.platform.db;

import dev.belfry.platform.config.DatabaseAddress;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Blocking connections, for the start and the command line. */
public final class Jdbc {
  private static final int CONNECT_SECONDS = 10;

  private Jdbc() {}

  /**
   * Unpooled connections to the server that takes writes, past a pooler; connecting gives up after
   * 10 seconds.
   */
  public static DataSource source(DatabaseAddress given) {
    DatabaseAddress address = given.session();
    PGSimpleDataSource source = to(address);
    source.setOptions("-c belfry.actor=" + address.actor());
    return source;
  }

  /**
   * The same to what is at an address itself, which may be a pooler, and without settings.
   *
   * @param prepareFrom the execution from which on a statement is prepared by name, 0 = never
   */
  static DataSource plain(DatabaseAddress address, int prepareFrom) {
    PGSimpleDataSource source = to(address);
    source.setPrepareThreshold(prepareFrom);
    return source;
  }

  private static PGSimpleDataSource to(DatabaseAddress address) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    List<DatabaseAddress.Server> servers = address.servers();
    source.setServerNames(
        servers.stream().map(DatabaseAddress.Server::host).toArray(String[]::new));
    source.setPortNumbers(servers.stream().mapToInt(DatabaseAddress.Server::port).toArray());
    if (servers.size() > 1) {
      source.setTargetServerType("primary");
      // What the driver remembers of a server is wrong after a fail-over.
      source.setHostRecheckSeconds(0);
    }
    source.setDatabaseName(address.database());
    source.setUser(address.user());
    source.setPassword(address.password().value());
    source.setSslMode(address.sslMode().wire());
    source.setApplicationName("belfry");
    source.setConnectTimeout(Math.max(1, CONNECT_SECONDS / servers.size()));
    source.setLoginTimeout(CONNECT_SECONDS);
    return source;
  }

  /** Why a connection failed, in words: the driver hides an unknown host in a cause. */
  public static String reason(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnknownHostException) {
        return "unknown host " + cause.getMessage();
      }
    }
    return String.valueOf(failure.getMessage());
  }

  /** One connection, for the caller to close. */
  public static Connection connect(DatabaseAddress address) throws SQLException {
    return source(address).getConnection();
  }
}
