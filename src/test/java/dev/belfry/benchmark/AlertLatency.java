package dev.belfry.benchmark;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A target that fails every other time, and the receiver of the alerts about it. Prints the time
 * from its answers to the messages about them: how many, the median, the 90th and 99th percentile
 * and the longest in milliseconds, and answers about which nothing came. The path of a monitor's
 * address is its name; the body of a message begins with it. Arguments: port, seconds to warm up,
 * seconds to measure.
 */
public final class AlertLatency {
  private final Map<String, Long> answered = new HashMap<>();
  private final Map<String, Boolean> failing = new HashMap<>();
  private final List<Long> taken = new ArrayList<>();
  private final long from;
  private final long until;
  private int unheard;

  private AlertLatency(long from, long until) {
    this.from = from;
    this.until = until;
  }

  public static void main(String[] arguments) throws InterruptedException {
    int port = Integer.parseInt(arguments[0]);
    long from = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(arguments[1]));
    long until = from + TimeUnit.SECONDS.toNanos(Long.parseLong(arguments[2]));
    AlertLatency latency = new AlertLatency(from, until);
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    HttpServer server = vertx.createHttpServer(new HttpServerOptions().setAcceptBacklog(4_096));
    server.requestHandler(latency::answer).listen(port, "127.0.0.1").await();
    System.out.println("flapping on " + port);
    long rest = until + TimeUnit.SECONDS.toNanos(5) - System.nanoTime();
    if (!new CountDownLatch(1).await(rest, TimeUnit.NANOSECONDS)) {
      latency.report();
    }
    vertx.close().await();
  }

  private void answer(HttpServerRequest request) {
    if (request.path().startsWith("/hook")) {
      request.body().onSuccess(body -> received(body.toString().strip()));
      request.response().end();
      return;
    }
    String name = request.path().substring(1);
    boolean fails = failing.merge(name, true, (before, now) -> !before);
    request.response().setStatusCode(fails ? 500 : 200).end();
    synchronized (this) {
      long now = System.nanoTime();
      if (answered.put(name, now) != null && now - from > 0 && now - until < 0) {
        unheard++;
      }
    }
  }

  private synchronized void received(String name) {
    Long since = answered.remove(name);
    if (since != null && since - from > 0 && since - until < 0) {
      taken.add(System.nanoTime() - since);
    }
  }

  private synchronized void report() {
    Collections.sort(taken);
    int n = taken.size();
    // printf would write each part by itself, and who waits for the line reads the beginning of it.
    System.out.println(
        String.format(
            "latency %d %.2f %.2f %.2f %.2f %d",
            n, millis(n / 2), millis(n * 9 / 10), millis(n * 99 / 100), millis(n - 1), unheard));
  }

  private double millis(int index) {
    return index < 0 || index >= taken.size() ? Double.NaN : taken.get(index) / 1e6;
  }
}
