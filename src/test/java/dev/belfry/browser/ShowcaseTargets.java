package dev.belfry.browser;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** What the monitors of a {@link Showcase} request, and where its channels send. */
final class ShowcaseTargets implements AutoCloseable {
  private static final long SLOW_MILLIS = 1_200;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;

  ShowcaseTargets() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", exchange -> answer(exchange, 200));
    server.createContext("/down", exchange -> answer(exchange, 503));
    server.createContext(
        "/slow",
        exchange -> {
          try {
            Thread.sleep(SLOW_MILLIS);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          answer(exchange, 200);
        });
    server.start();
  }

  private static void answer(HttpExchange exchange, int status) throws IOException {
    exchange.getRequestBody().readAllBytes();
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
