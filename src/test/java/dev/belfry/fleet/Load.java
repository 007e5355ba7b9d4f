package dev.belfry.fleet;

import dev.belfry.fleet.Balancer.Address;
import dev.belfry.fleet.Sent.Kind;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Asks the balancer at a steady rate whether or not answers come: of ten requests six read, two
 * change, one creates with an Idempotency-Key and one without. What is created has a name of its
 * own, so that effects can be counted. Never asks twice itself.
 */
final class Load implements AutoCloseable {
  private static final int CONNECTIONS = 128;
  private static final long LONGEST_SECONDS = 70;

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final HttpClient client;
  private final String key;
  private final List<String> services;
  private final long pauseNanos;
  private final Queue<Sent> sent = new ConcurrentLinkedQueue<>();
  private final Queue<Long> open = new ConcurrentLinkedQueue<>();
  private final AtomicLong count = new AtomicLong();
  private final Thread thread = new Thread(this::send, "load");
  private volatile boolean enough;

  /**
   * @param services ids of what is read and changed
   * @param rate requests a second
   */
  Load(Address balancer, String key, List<String> services, int rate) {
    this.key = key;
    this.services = services;
    this.pauseNanos = 1_000_000_000L / rate;
    this.client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setDefaultHost(balancer.host())
                .setDefaultPort(balancer.port())
                // Shorter than the balancer's, so that no request meets a connection that ends.
                .setKeepAliveTimeout(20),
            new PoolOptions().setHttp1MaxSize(CONNECTIONS));
  }

  void start() {
    thread.start();
  }

  private void send() {
    long next = System.nanoTime();
    while (!enough) {
      while (System.nanoTime() < next) {
        LockSupport.parkNanos(next - System.nanoTime());
      }
      long number = count.getAndIncrement();
      ask(number, kind((int) (number % 10)));
      next += pauseNanos;
    }
  }

  private static Kind kind(int digit) {
    return switch (digit) {
      case 3, 7 -> Kind.PUT;
      case 5 -> Kind.KEYED_POST;
      case 9 -> Kind.POST;
      default -> Kind.GET;
    };
  }

  private void ask(long number, Kind kind) {
    Long at = System.currentTimeMillis();
    long begun = System.nanoTime();
    open.add(at);
    String service = services.get((int) (number % services.size()));
    String path = "/v1/status-pages/services";
    Future<HttpClientRequest> request =
        switch (kind) {
          case GET -> client.request(HttpMethod.GET, path + "/" + service);
          case PUT -> client.request(HttpMethod.PUT, path + "/" + service);
          default -> client.request(HttpMethod.POST, path);
        };
    request
        .compose(
            opened -> {
              opened.putHeader("Authorization", "Bearer " + key);
              if (kind == Kind.KEYED_POST) {
                opened.putHeader("Idempotency-Key", name(number));
              }
              if (kind == Kind.GET) {
                return opened.send();
              }
              opened.putHeader("Content-Type", "application/json");
              return opened.send(Buffer.buffer("{\"name\":\"" + name(number) + "\"}"));
            })
        .compose(
            answer ->
                answer
                    .body()
                    .map(
                        body ->
                            new Sent(
                                kind,
                                at,
                                answer.statusCode(),
                                answer.getHeader("Retry-After") != null,
                                millis(begun),
                                "")))
        .otherwise(
            failure -> new Sent(kind, at, 0, false, millis(begun), String.valueOf(failure)))
        .timeout(LONGEST_SECONDS, TimeUnit.SECONDS)
        .otherwise(late -> new Sent(kind, at, 0, false, millis(begun), "no answer in time"))
        .onSuccess(
            ended -> {
              sent.add(ended);
              open.remove(at);
            });
  }

  private static long millis(long begun) {
    return (System.nanoTime() - begun) / 1_000_000;
  }

  private static String name(long number) {
    return "load-" + number;
  }

  /** What was due from one moment until before another, milliseconds since 1970. */
  List<Sent> between(long from, long to) {
    List<Sent> found = new ArrayList<>(sent);
    found.removeIf(one -> one.at() < from || one.at() >= to);
    return found;
  }

  /** Whether all requests that were due before a moment have ended. */
  boolean hasEnded(long before) {
    return open.stream().noneMatch(at -> at < before);
  }

  /** How many answers of a status there were. */
  long answered(int status) {
    return sent.stream().filter(one -> one.status() == status).count();
  }

  /** Sends no more. */
  void end() {
    enough = true;
  }

  @Override
  public void close() {
    enough = true;
    vertx.close().await();
  }
}
