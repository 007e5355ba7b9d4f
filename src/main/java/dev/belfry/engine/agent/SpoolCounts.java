package dev.belfry.engine.agent;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** The meters of the spool. Any thread may call. */
final class SpoolCounts {
  private final Counter sent;
  private final Counter refused;
  private volatile long bytes;
  private volatile @Nullable Long oldest;

  SpoolCounts(MeterRegistry registry, InstantSource clock) {
    sent =
        Counter.builder("belfry.agent.results.sent")
            .description("Results that the service has stored, attempts included")
            .register(registry);
    refused =
        Counter.builder("belfry.agent.results.refused")
            .description("Results that the service refused, and that were dropped")
            .register(registry);
    Gauge.builder("belfry.agent.spool.bytes", this, one -> one.bytes)
        .description("Bytes on disk that the service has not stored yet")
        .register(registry);
    Gauge.builder("belfry.agent.spool.age.seconds", this, one -> one.age(clock))
        .description("How long the oldest result on disk has waited")
        .register(registry);
  }

  private double age(InstantSource clock) {
    Long since = oldest;
    return since == null ? 0 : Math.max(0, clock.millis() - since) / 1e3;
  }

  void onSent(long results) {
    sent.increment((double) results);
  }

  void onRefused(long results) {
    refused.increment((double) results);
  }

  void onSize(long unsent, @Nullable Long since) {
    bytes = unsent;
    oldest = since;
  }
}
