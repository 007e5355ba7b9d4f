package dev.belfry.fleet;

import dev.belfry.fleet.Balancer.Address;
import dev.belfry.fleet.Sent.Kind;
import dev.belfry.testing.RawHttp;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Asks the balancer at a steady rate whether or not answers come: of ten requests six read, two
 * change, one creates with an Idempotency-Key and one without. What is created has a name of its
 * own, so that effects can be counted. Never asks twice itself.
 */
final class Load implements AutoCloseable {
  /** Longer than the balancer waits for an instance. */
  private static final int PATIENCE_MILLIS = 70_000;

  /** Shorter than the balancer's, so that no request meets a connection that ends. */
  private static final long LONGEST_IDLE_NANOS = 20_000_000_000L;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Deque<Line> idle = new ConcurrentLinkedDeque<>();
  private final Address balancer;
  private final String key;
  private final List<String> services;
  private final long pauseNanos;
  private final Queue<Sent> sent = new ConcurrentLinkedQueue<>();
  private final Queue<Long> open = new ConcurrentLinkedQueue<>();
  private final Queue<String> acknowledged = new ConcurrentLinkedQueue<>();
  private final AtomicLong count = new AtomicLong();
  private final Thread thread = new Thread(this::send, "load");
  private volatile boolean enough;

  /**
   * @param services ids of what is read and changed
   * @param rate requests a second
   */
  Load(Address balancer, String key, List<String> services, int rate) {
    this.balancer = balancer;
    this.key = key;
    this.services = services;
    this.pauseNanos = 1_000_000_000L / rate;
  }

  /** A connection that may be used again. */
  private record Line(RawHttp http, long since) {}

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
    threads.execute(
        () -> {
          sent.add(ended(number, kind, at, begun));
          open.remove(at);
        });
  }

  private Sent ended(long number, Kind kind, long at, long begun) {
    Line line = line();
    try {
      RawHttp.Answer answer = send(line.http(), number, kind).readAnswer();
      if (answer.header("connection").equals("close")) {
        line.http().close();
      } else {
        idle.push(new Line(line.http(), System.nanoTime()));
      }
      if (kind != Kind.GET && answer.status() >= 200 && answer.status() < 300) {
        acknowledged.add(name(number));
      }
      boolean retryAfter = !answer.header("retry-after").isEmpty();
      return new Sent(kind, at, answer.status(), retryAfter, millis(begun), "");
    } catch (AssertionError none) {
      line.http().close();
      return new Sent(kind, at, 0, false, millis(begun), none + ": " + none.getCause());
    }
  }

  /** A connection that the balancer will not close just now, or a new one. */
  private Line line() {
    for (Line line = idle.poll(); line != null; line = idle.poll()) {
      if (System.nanoTime() - line.since() < LONGEST_IDLE_NANOS) {
        return line;
      }
      line.http().close();
    }
    return new Line(new RawHttp(balancer.port(), PATIENCE_MILLIS), 0);
  }

  /** Half of the bodies go with their head, half of them behind it, as different clients do it. */
  private RawHttp send(RawHttp http, long number, Kind kind) {
    String body = kind == Kind.GET ? "" : "{\"name\":\"" + name(number) + "\"}";
    String head = head(number, kind, body.length());
    return number / 10 % 2 == 0 ? http.send(head + body) : http.send(head).send(body);
  }

  private String head(long number, Kind kind, int length) {
    String path = "/v1/status-pages/services";
    String service = path + "/" + services.get((int) (number % services.size()));
    String line =
        switch (kind) {
          case GET -> "GET " + service;
          case PUT -> "PUT " + service;
          default -> "POST " + path;
        };
    return line
        + " HTTP/1.1\r\nHost: belfry\r\nAuthorization: Bearer "
        + key
        + (kind == Kind.KEYED_POST ? "\r\nIdempotency-Key: " + name(number) : "")
        + "\r\nContent-Type: application/json\r\nContent-Length: "
        + length
        + "\r\n\r\n";
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

  /** The names that a write has given to something, and was answered that it has. */
  Set<String> acknowledged() {
    return new LinkedHashSet<>(acknowledged);
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
    threads.shutdownNow();
    idle.forEach(line -> line.http().close());
  }
}
