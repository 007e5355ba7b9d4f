package dev.belfry.alerting.oncall;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that gives a calendar away, as others do. */
final class CalendarServer implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  final AtomicInteger unchanged = new AtomicInteger();
  final AtomicInteger served = new AtomicInteger();
  volatile String calendar = "";
  volatile int status = 200;
  volatile String location = "";

  CalendarServer() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 5);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::answer);
    server.setExecutor(threads);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/secret-token/on-call.ics";
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String tag = "\"" + calendar.hashCode() + "\"";
      byte[] body = calendar.getBytes(StandardCharsets.UTF_8);
      if (!location.isEmpty()) {
        exchange.getResponseHeaders().set("Location", location);
      }
      exchange.getResponseHeaders().set("ETag", tag);
      if (status == 200 && tag.equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
        unchanged.incrementAndGet();
        exchange.sendResponseHeaders(304, -1);
        return;
      }
      served.incrementAndGet();
      exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
