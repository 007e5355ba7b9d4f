package dev.belfry.platform.db;

import dev.belfry.platform.config.DatabaseAddress.Server;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.SocketAddress;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.impl.SocketConnectionBase;
import io.vertx.sqlclient.internal.Connection;
import io.vertx.sqlclient.internal.SqlConnectionInternal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The sockets of connections that are open, by the server they lead to. A connection waits in vain
 * for the answer of a server that stands still or is cut off; to close it as the client of the
 * database does would wait for that answer as well. Safe for every thread.
 */
final class OpenSockets {
  private final Map<NetSocketInternal, Server> open = new ConcurrentHashMap<>();

  /** Remembers a connection until it is closed. */
  void add(SqlConnection connection) {
    if (inner(connection) instanceof SocketConnectionBase socketed) {
      NetSocketInternal socket = socketed.socket();
      SocketAddress server = socketed.server();
      open.put(socket, new Server(server.host(), server.port()));
      socket
          .channelHandlerContext()
          .channel()
          .closeFuture()
          .addListener(closed -> open.remove(socket));
    }
  }

  private static Connection inner(SqlConnection connection) {
    Connection inner = ((SqlConnectionInternal) connection).unwrap();
    while (inner.unwrap() != inner) {
      inner = inner.unwrap();
    }
    return inner;
  }

  /**
   * Lets a connection send what belongs together in one piece. Otherwise the second piece fails at
   * a session that has ended, and the client closes the socket before it reads why.
   */
  static void sendTogether(SqlConnection connection) {
    if (inner(connection) instanceof SocketConnectionBase socketed) {
      socketed
          .socket()
          .channelHandlerContext()
          .pipeline()
          .addFirst(
              new FlushConsolidationHandler(
                  FlushConsolidationHandler.DEFAULT_EXPLICIT_FLUSH_AFTER_FLUSHES, true));
    }
  }

  /** Closes the socket of one connection. */
  static void close(SqlConnection connection) {
    if (inner(connection) instanceof SocketConnectionBase socketed) {
      close(socketed.socket());
    }
  }

  /** Closes all. */
  void closeAll() {
    open.keySet().forEach(OpenSockets::close);
  }

  /**
   * Closes those to other servers; what they wait for fails as it does when a connection is lost.
   */
  void closeAllBut(Server server) {
    open.forEach(
        (socket, to) -> {
          if (!to.equals(server)) {
            close(socket);
          }
        });
  }

  /** Past the handlers of the client, which close one half and wait for the other end. */
  private static void close(NetSocketInternal socket) {
    var unused = socket.channelHandlerContext().pipeline().firstContext().close();
  }

  /** How many there are. */
  int size() {
    return open.size();
  }
}
