package dev.belfry.api.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Rate and latency of one operation by status. Safe for use by every thread. */
final class OperationMetrics {
  private static final int STATUSES = 600;
  private static final Duration[] BUCKETS = {
    Duration.ofMillis(1), Duration.ofNanos(2_500_000), Duration.ofMillis(5), Duration.ofMillis(10),
    Duration.ofMillis(25), Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofMillis(250),
    Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofSeconds(5)
  };

  private final MeterRegistry registry;
  private final String operation;
  private final AtomicReferenceArray<Timer> byStatus = new AtomicReferenceArray<>(STATUSES);

  OperationMetrics(MeterRegistry registry, String operation) {
    this.registry = registry;
    this.operation = operation;
  }

  /** The {@code operationId}, or a word for requests that match none. */
  String operation() {
    return operation;
  }

  void record(int status, long nanos) {
    Timer timer = byStatus.get(status);
    if (timer == null) {
      timer = timer(status);
      byStatus.set(status, timer);
    }
    timer.record(nanos, TimeUnit.NANOSECONDS);
  }

  private Timer timer(int status) {
    return Timer.builder("belfry.http.requests")
        .description("Time from the head of a request to its answer")
        .tag("operation", operation)
        .tag("status", Integer.toString(status))
        .serviceLevelObjectives(BUCKETS)
        .register(registry);
  }
}
