package dev.belfry.benchmark;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Asks for one page at a steady rate, whether or not answers come, and prints the median and the
 * 99th percentile of the times to the answers in milliseconds, counted from when each should have
 * been sent. Arguments: port, path, key, requests a second, seconds.
 */
public final class PacedClient {
  private PacedClient() {}

  public static void main(String[] arguments) {
    int port = Integer.parseInt(arguments[0]);
    int rate = Integer.parseInt(arguments[3]);
    int total = rate * Integer.parseInt(arguments[4]);
    Vertx vertx = Vertx.vertx();
    HttpClient client =
        vertx.createHttpClient(
            new HttpClientOptions().setDefaultHost("127.0.0.1").setDefaultPort(port),
            new PoolOptions().setHttp1MaxSize(64));
    long[] nanos = new long[total];
    AtomicInteger failed = new AtomicInteger();
    AtomicInteger open = new AtomicInteger(total);
    long begin = System.nanoTime();
    for (int i = 0; i < total; i++) {
      int index = i;
      long planned = begin + i * (1_000_000_000L / rate);
      while (System.nanoTime() < planned) {
        LockSupport.parkNanos(planned - System.nanoTime());
      }
      client
          .request(HttpMethod.GET, arguments[1])
          .compose(
              request ->
                  request
                      .putHeader("Authorization", "Bearer " + arguments[2])
                      .send()
                      .compose(response -> response.body().map(response.statusCode())))
          .onComplete(
              answer -> {
                nanos[index] = System.nanoTime() - planned;
                if (answer.failed() || answer.result() != 200) {
                  failed.incrementAndGet();
                }
                open.decrementAndGet();
              });
    }
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (open.get() > 0 && System.nanoTime() < deadline) {
      LockSupport.parkNanos(1_000_000);
    }
    // The first fifth warms both sides up.
    long[] sorted = Arrays.copyOfRange(nanos, total / 5, total);
    Arrays.sort(sorted);
    System.out.printf(
        "%.3f %.3f %d%n",
        sorted[sorted.length / 2] / 1e6, sorted[sorted.length * 99 / 100] / 1e6, failed.get());
    vertx.close().await();
  }
}
