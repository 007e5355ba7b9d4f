package dev.belfry.alerting.delivery;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.belfry.testing.ApiClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A receiver of webhooks on the loopback address that answers as it was told, else with 200. */
final class HttpReceiver implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final BlockingQueue<Got> got = new LinkedBlockingQueue<>();
  private final ConcurrentLinkedQueue<Behaviour> next = new ConcurrentLinkedQueue<>();
  private final CountDownLatch ended = new CountDownLatch(1);

  /** What arrived. */
  record Got(HttpExchange exchange, String method, String uri, String body) {
    String header(String name) {
      List<String> values = exchange.getRequestHeaders().get(name);
      return values == null ? "" : String.join("|", values);
    }
  }

  /** How to answer. */
  interface Behaviour {
    void answer(HttpExchange exchange, HttpReceiver receiver)
        throws IOException, InterruptedException;
  }

  HttpReceiver() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    } catch (IOException e) {
      throw new AssertionError("no receiver", e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** The id of a new channel that posts to it. */
  String channel(ApiClient client) {
    return client
        .post("/v1/alert-channels", "{\"type\":\"WEBHOOK\",\"config\":{\"url\":\"" + url() + "\"}}")
        .hasStatus(201)
        .id();
  }

  static Behaviour status(int status) {
    return (exchange, receiver) -> exchange.sendResponseHeaders(status, -1);
  }

  static Behaviour status(int status, String header, String value) {
    return (exchange, receiver) -> {
      exchange.getResponseHeaders().set(header, value);
      exchange.sendResponseHeaders(status, -1);
    };
  }

  static Behaviour json(int status, String body) {
    return (exchange, receiver) -> {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    };
  }

  static Behaviour hang() {
    return (exchange, receiver) -> receiver.ended.await();
  }

  /** Closes the connection without an answer. */
  static Behaviour reset() {
    return (exchange, receiver) -> {
      throw new IOException("reset");
    };
  }

  HttpReceiver then(Behaviour behaviour) {
    next.add(behaviour);
    return this;
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** The next request; fails when none comes within 20 seconds. */
  Got take() {
    try {
      Got one = got.poll(20, TimeUnit.SECONDS);
      if (one == null) {
        throw new AssertionError("nothing was received");
      }
      return one;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  int waiting() {
    return got.size();
  }

  private void handle(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    got.add(
        new Got(exchange, exchange.getRequestMethod(), exchange.getRequestURI().toString(), body));
    Behaviour behaviour = next.poll();
    try {
      (behaviour == null ? status(200) : behaviour).answer(exchange, this);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    exchange.close();
  }

  @Override
  public void close() {
    ended.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
