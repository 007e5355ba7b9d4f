package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/** Accepts every connection on the loopback address and never answers. */
final class SilentReceiver implements AutoCloseable {
  private final ServerSocket server;
  private final Queue<Socket> open = new ConcurrentLinkedQueue<>();

  SilentReceiver(int backlog) throws IOException {
    server = new ServerSocket(0, backlog, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(this::accept, "silence");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        open.add(server.accept());
      }
    } catch (IOException closed) {
      // The end of the test.
    }
  }

  int port() {
    return server.getLocalPort();
  }

  /** Waits until so many connections were accepted; fails after 30 seconds. */
  void awaitOpen(int connections) {
    long deadline = System.nanoTime() + 30_000_000_000L;
    while (open.size() < connections) {
      assertThat(System.nanoTime()).as("%d open", open.size()).isLessThan(deadline);
      LockSupport.parkNanos(20_000_000);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
