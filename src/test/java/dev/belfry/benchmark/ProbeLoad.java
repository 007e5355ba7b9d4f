package dev.belfry.benchmark;

import com.sun.management.OperatingSystemMXBean;
import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.probe.ProberSettings;
import dev.belfry.engine.probe.icmp.FakeEchoes;
import dev.belfry.engine.probe.prober.NetworkProber;
import dev.belfry.monitoring.check.IpFamily;
import dev.belfry.monitoring.check.UrlRequest;
import dev.belfry.platform.guard.AddressPolicy;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What a probe costs: {@code ProbeLoad URL PER_SECOND SECONDS} probes a target of another process
 * from one Vert.x context and prints the processor time of this process and of the prober's threads
 * for each probe.
 */
public final class ProbeLoad {
  private static final int TICK_MILLIS = 5;

  private ProbeLoad() {}

  /** Warms up for as long as it measures. */
  public static void main(String[] arguments) throws InterruptedException {
    String url = arguments[0];
    int perSecond = Integer.parseInt(arguments[1]);
    int seconds = Integer.parseInt(arguments[2]);
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    NetworkProber prober =
        new NetworkProber(
            new ProberSettings(
                1, new AddressPolicy(true, List.of()), 2000, 500, "Belfry/benchmark"),
            FakeEchoes.router());
    run(vertx, prober, url, perSecond, seconds);
    long process = processNanos();
    long loops = probeThreadNanos();
    AtomicLong failed = run(vertx, prober, url, perSecond, seconds);
    long probes = (long) perSecond * seconds;
    System.out.printf(
        "%d probes, %d failed, CPU per probe: process %.1f us, prober's threads %.1f us%n",
        probes,
        failed.get(),
        (processNanos() - process) / 1e3 / probes,
        (probeThreadNanos() - loops) / 1e3 / probes);
    prober.close().await();
    vertx.close().await();
  }

  private static AtomicLong run(
      Vertx vertx, NetworkProber prober, String url, int perSecond, int seconds)
      throws InterruptedException {
    int total = perSecond * seconds;
    int batch = perSecond * TICK_MILLIS / 1000;
    ProbeRequest request =
        new ProbeRequest(
            new UrlRequest("GET", url, true, false, IpFamily.IPV4, List.of()),
            Duration.ofSeconds(5));
    AtomicLong failed = new AtomicLong();
    AtomicLong sent = new AtomicLong();
    CountDownLatch left = new CountDownLatch(total);
    vertx.setPeriodic(
        TICK_MILLIS,
        timer -> {
          for (int i = 0; i < batch && sent.get() < total; i++) {
            sent.incrementAndGet();
            prober.probe(request).onSuccess(result -> count(result, failed, left));
          }
          if (sent.get() == total) {
            vertx.cancelTimer(timer);
          }
        });
    left.await();
    return failed;
  }

  private static void count(ProbeResult result, AtomicLong failed, CountDownLatch left) {
    if (result.statusCode() != 200 && failed.getAndIncrement() == 0) {
      System.out.println("First failure: " + result.message());
    }
    left.countDown();
  }

  private static long processNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static long probeThreadNanos() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
        .filter(thread -> thread != null && thread.getThreadName().startsWith("belfry-probe"))
        .mapToLong(thread -> threads.getThreadCpuTime(thread.getThreadId()))
        .sum();
  }
}
