package dev.belfry.platform.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.config.Config;
import dev.belfry.testing.LogCapture;
import dev.belfry.testing.TestCollector;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The export to a collector that fails in every way that OTLP names. */
class TraceExporterIT {
  private static final long PATIENCE_NANOS = Duration.ofSeconds(30).toNanos();

  private final TestCollector collector = new TestCollector();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final Vertx vertx = Vertx.vertx();
  private final TraceExporter exporter = exporter(500);
  private int made;

  private TraceExporter exporter(long graceMillis) {
    URI address = URI.create(collector.url() + "/v1/traces");
    TraceExporter one =
        new TraceExporter(
            new Config.Traces(address, Map.of(), "belfry", 1),
            address,
            Map.of("service.name", "belfry"),
            "Belfry/test",
            graceMillis,
            registry);
    vertx.deployVerticle(one).await();
    return one;
  }

  @AfterEach
  void stop() {
    vertx.close().await();
    collector.close();
  }

  private void offer(int count) {
    for (int i = 0; i < count; i++) {
      TraceId trace = TraceId.ofOne(new UUID(1, made));
      exporter
          .tracer()
          .offer(new Span(trace, trace.run(), 0, Span.Kind.INTERNAL, "n" + made++, 1, 2));
    }
  }

  private double counted(String name, String... tags) {
    return registry.get("belfry.traces." + name).tags(tags).counter().count();
  }

  private static void until(BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(end);
      LockSupport.parkNanos(5_000_000);
    }
  }

  @Test
  void sendsFullBatchesAndTheRestAfterASecond() {
    offer(600);
    until(() -> counted("exported") == 600);
    assertThat(collector.requests()).extracting(one -> one.spans().size()).containsExactly(512, 88);
    assertThat(counted("failures")).isZero();
  }

  @Test
  void sendsTheSameSpansAgainWhenAskedToWait() {
    collector.refuse(429, "1").refuse(503, "");
    offer(3);
    long begun = System.nanoTime();
    until(() -> collector.spans().size() == 3);
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThan(Duration.ofSeconds(2));
    until(() -> counted("exported") == 3);
    assertThat(counted("failures")).isEqualTo(2);
    assertThat(collector.requests()).hasSize(1);
  }

  @Test
  void dropsWhatIsRefusedForGoodAndCountsWhatIsRejected() {
    // partial_success {rejected_spans: 2, error_message: "no"}
    collector.refuse(400, "").answer(new byte[] {0x0a, 6, 0x08, 2, 0x12, 2, 'n', 'o'});
    offer(4);
    until(() -> counted("dropped", "reason", "refused") == 4);
    offer(5);
    until(() -> counted("exported") == 3);
    assertThat(counted("dropped", "reason", "rejected")).isEqualTo(2);
    assertThat(collector.refused()).isEqualTo(2);
  }

  @Test
  void aCollectorThatIsAwayCostsTheSpansThatFindNoRoomAndOneLineInTheLog() {
    collector.down();
    try (LogCapture log = new LogCapture(TraceExporter.class.getName())) {
      offer(10);
      until(() -> counted("failures") >= 1);
      offer(TraceExporter.CAPACITY + 7);
      assertThat(counted("dropped", "reason", "queue_full")).isEqualTo(7);
      until(() -> counted("failures") >= 2);
      collector.up();
      until(() -> counted("exported") == TraceExporter.CAPACITY + 10);
      assertThat(log.messages()).hasSize(2);
      assertThat(log.messages().get(0)).contains("Cannot export traces to " + collector.url());
      assertThat(log.messages().get(1)).contains("works again");
    }
    assertThat(collector.spans()).hasSize(TraceExporter.CAPACITY + 10);
  }

  @Test
  void aSlowCollectorNeverMakesACallerWait() {
    collector.hang();
    offer(1);
    until(() -> collector.refused() == 1);
    long begun = System.nanoTime();
    offer(2 * TraceExporter.CAPACITY);
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(1));
    assertThat(registry.get("belfry.traces.waiting").gauge().value())
        .isEqualTo(TraceExporter.CAPACITY);
  }

  @Test
  void sendsTheLastSpansWhenItStopsAndCountsThoseThatItCannot() {
    offer(700);
    vertx.close().await();
    assertThat(collector.spans()).hasSize(700);
  }

  @Test
  void stopsWithinTheGraceWhateverTheCollectorDoes() {
    collector.hang();
    offer(1);
    until(() -> collector.refused() == 1);
    offer(2);
    long begun = System.nanoTime();
    vertx.close().await();
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));
    assertThat(counted("dropped", "reason", "shutdown")).isEqualTo(3);
  }
}
