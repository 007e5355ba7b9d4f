package dev.belfry.app.metrics;

import dev.belfry.platform.db.Heartbeat;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;

/** Meters of the process as a whole. */
public final class ProcessMetrics {
  private ProcessMetrics() {}

  /** Registers the meters of an instance of the service. */
  public static void bind(MeterRegistry registry, Heartbeat heartbeat) {
    bindJvm(registry);
    Gauge.builder("belfry.database.up", heartbeat, beat -> beat.isUp() ? 1 : 0)
        .description("1 while the database answers")
        .register(registry);
    Gauge.builder("belfry.database.clock.skew", heartbeat, beat -> beat.skewMillis() / 1000.0)
        .description("How far our clock is ahead of the database's")
        .baseUnit("seconds")
        .register(registry);
  }

  /** Registers the meters of any process. */
  public static void bindJvm(MeterRegistry registry) {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    bindCollector(registry);
  }

  /** Its listeners live as long as the process, so it is never closed. */
  @SuppressWarnings({"resource", "try"})
  private static void bindCollector(MeterRegistry registry) {
    new JvmGcMetrics().bindTo(registry);
  }
}
