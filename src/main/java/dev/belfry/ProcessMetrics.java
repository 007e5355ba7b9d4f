package dev.belfry;

import dev.belfry.platform.db.Heartbeat;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;

/** Metrics of the process as a whole. */
final class ProcessMetrics {
  private ProcessMetrics() {}

  static void bind(MeterRegistry registry, Limits limits, Heartbeat heartbeat) {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    bindCollector(registry);
    Gauge.builder("belfry.ratelimit.buckets", limits, Limits::buckets)
        .description("Keys with an open rate limit window")
        .register(registry);
    FunctionCounter.builder("belfry.ratelimit.refused", limits, Limits::refused)
        .description("Requests refused because their key had used up its window")
        .register(registry);
    FunctionCounter.builder("belfry.ratelimit.alone", limits, Limits::alone)
        .description("Decisions made for this process alone, because the database was away")
        .register(registry);
    Gauge.builder("belfry.database.up", heartbeat, beat -> beat.isUp() ? 1 : 0)
        .description("1 while the database answers")
        .register(registry);
    Gauge.builder("belfry.database.clock.skew", heartbeat, beat -> beat.skewMillis() / 1000.0)
        .description("How far our clock is ahead of the database's")
        .baseUnit("seconds")
        .register(registry);
  }

  /** Its listeners live as long as the process, so it is never closed. */
  @SuppressWarnings({"resource", "try"})
  private static void bindCollector(MeterRegistry registry) {
    new JvmGcMetrics().bindTo(registry);
  }
}
