package dev.belfry.fleet;

import dev.belfry.fleet.Balancer.Address;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.RawHttp;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/** People who read a public status page all the time, each on a connection of his own. */
final class PageReaders implements AutoCloseable {
  private static final int READERS = 4;
  private static final long PAUSE_NANOS = 50_000_000;
  private static final int PATIENCE_MILLIS = 10_000;

  /** Longer than a page takes on a machine that does everything else at the same time. */
  private static final long LONGEST_MILLIS = 1_000;

  private final Address balancer;
  private final String path;
  private final Queue<Long> millis = new ConcurrentLinkedQueue<>();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean enough;

  PageReaders(Address balancer, String path) {
    this.balancer = balancer;
    this.path = path;
    for (int i = 0; i < READERS; i++) {
      Thread thread = new Thread(this::read, "reader");
      threads.add(thread);
      thread.start();
    }
  }

  /** Makes a page with a service, and returns its path. */
  static String makePage(ApiClient client) {
    String service = client.post("/v1/status-pages/services", "{\"name\":\"Shop\"}").id();
    ApiReply made =
        client.post(
            "/v1/status-pages",
            """
            {"name":"Acme","url":"acme","cards":[{"name":"Shop","services":[{"id":"%s"}]}]}"""
                .formatted(service));
    if (made.status() != 201) {
      throw new AssertionError("no page: " + made.status() + " " + made.text());
    }
    return "/status/acme";
  }

  /** Whether an instance shows a page, which it has in memory from then on. */
  static boolean has(InstanceProcess instance, String page) {
    ApiReply reply = new ApiClient("http://127.0.0.1:" + instance.address().api().port()).get(page);
    return reply.status() == 200;
  }

  private void read() {
    while (!enough) {
      try (RawHttp http = new RawHttp(balancer.port(), PATIENCE_MILLIS)) {
        boolean open = true;
        while (open && !enough) {
          open = readOnce(http);
          LockSupport.parkNanos(PAUSE_NANOS);
        }
      } catch (AssertionError none) {
        failures.add(System.currentTimeMillis() + ": " + none);
      }
    }
  }

  private boolean readOnce(RawHttp http) {
    long begun = System.nanoTime();
    RawHttp.Answer answer =
        http.send("GET " + path + " HTTP/1.1\r\nHost: belfry\r\n\r\n").readAnswer();
    long took = (System.nanoTime() - begun) / 1_000_000;
    millis.add(took);
    if (answer.status() != 200) {
      failures.add(System.currentTimeMillis() + ": " + answer.status() + " " + answer.body());
    } else if (took > LONGEST_MILLIS) {
      failures.add(System.currentTimeMillis() + ": after " + took + " ms");
    }
    return !answer.header("connection").equals("close");
  }

  /** How long each answer took, in milliseconds, sorted. */
  List<Long> millis() {
    return millis.stream().sorted().toList();
  }

  /** Answers that a reader must not get. */
  List<String> failures() {
    return List.copyOf(failures);
  }

  @Override
  public void close() {
    end();
  }

  /** Ends them, and returns when all have their last answer. */
  void end() {
    enough = true;
    for (Thread thread : threads) {
      try {
        thread.join(PATIENCE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
