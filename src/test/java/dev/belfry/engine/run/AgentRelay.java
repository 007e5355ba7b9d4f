package dev.belfry.engine.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A way to a port of this machine that can be cut and mended. */
final class AgentRelay implements AutoCloseable {
  private final ServerSocket server;
  private volatile int port;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile boolean cut;

  /** A whole way to a port. */
  AgentRelay(int port) {
    this.port = port;
    try {
      server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    begin(this::accept);
  }

  /** From now on connections go to another port. */
  void to(int other) {
    port = other;
  }

  int port() {
    return server.getLocalPort();
  }

  /** Ends all connections and lets no other through. */
  void cut() {
    cut = true;
    sockets.forEach(AgentRelay::close);
  }

  void mend() {
    cut = false;
  }

  private static void begin(Runnable work) {
    Thread thread = new Thread(work, "agent-relay");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        if (cut) {
          client.close();
          continue;
        }
        Socket service = reached(client);
        if (service == null) {
          continue;
        }
        sockets.add(client);
        sockets.add(service);
        begin(() -> copy(client, service));
        begin(() -> copy(service, client));
      } catch (IOException e) {
        if (server.isClosed()) {
          return;
        }
      }
    }
  }

  /** A connection to the port; null when nothing listens there, which ends the client's. */
  private @Nullable Socket reached(Socket client) {
    try {
      return new Socket(InetAddress.getLoopbackAddress(), port);
    } catch (IOException refused) {
      close(client);
      return null;
    }
  }

  private void copy(Socket from, Socket to) {
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[16_384];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        out.write(buffer, 0, read);
      }
    } catch (IOException e) {
      close(from); // The other end is closed below.
    } finally {
      close(from);
      close(to);
      sockets.remove(from);
      sockets.remove(to);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    cut();
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
