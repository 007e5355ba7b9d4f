package dev.belfry.platform.trace;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntSupplier;

/** The metrics of the export of traces. Safe for every thread. */
final class TraceMetrics {
  private final MeterRegistry registry;
  private final Counter exported;
  private final Counter failures;
  private final Map<Loss, Counter> dropped = new EnumMap<>(Loss.class);

  /** Why spans do not reach the collector. */
  enum Loss {
    /** Too many waited. */
    QUEUE_FULL,
    /** The collector refused their request for good. */
    REFUSED,
    /** The collector took a request without them. */
    REJECTED,
    /** The process ended before the collector took them. */
    SHUTDOWN
  }

  TraceMetrics(MeterRegistry registry) {
    this.registry = registry;
    exported =
        Counter.builder("belfry.traces.exported")
            .description("Spans that the collector accepted")
            .register(registry);
    failures =
        Counter.builder("belfry.traces.failures")
            .description("Requests to the collector that failed, including those sent again")
            .register(registry);
    for (Loss loss : Loss.values()) {
      dropped.put(
          loss,
          Counter.builder("belfry.traces.dropped")
              .description("Spans that were not exported, by reason")
              .tag("reason", loss.name().toLowerCase(Locale.ROOT))
              .register(registry));
    }
  }

  void watch(IntSupplier waiting) {
    // Held strongly: nothing else holds a method reference, and a gauge of a collected one is NaN.
    Gauge.builder("belfry.traces.waiting", waiting::getAsInt)
        .description("Spans that wait for their export")
        .register(registry);
  }

  void onExported(long spans) {
    exported.increment((double) spans);
  }

  void onFailure() {
    failures.increment();
  }

  void onDropped(Loss loss, long spans) {
    Objects.requireNonNull(dropped.get(loss)).increment((double) spans);
  }
}
