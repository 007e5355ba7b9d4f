package dev.belfry.alerting.alert;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** The metrics of alerts. Safe for every thread. */
final class AlertMetrics {
  private final Map<AlertType, Counter> raised = new EnumMap<>(AlertType.class);
  private final Timer decided;
  private final Timer queued;

  AlertMetrics(MeterRegistry registry) {
    for (AlertType type : AlertType.values()) {
      if (type != AlertType.NO_ALERT) {
        raised.put(
            type,
            Counter.builder("belfry.alerts")
                .description("Raised alerts by type, including muted ones")
                .tag("type", type.name())
                .register(registry));
      }
    }
    decided =
        timer(
            registry,
            "belfry.alerts.decision",
            "Time from the end of the run that raised an alert to the decision");
    queued =
        timer(
            registry,
            "belfry.alerts.queueing",
            "Time from the end of the run that raised an alert until its messages were committed");
  }

  private static Timer timer(MeterRegistry registry, String name, String description) {
    return Timer.builder(name)
        .description(description)
        .serviceLevelObjectives(
            Duration.ofMillis(2),
            Duration.ofMillis(5),
            Duration.ofMillis(10),
            Duration.ofMillis(20),
            Duration.ofMillis(50),
            Duration.ofMillis(100),
            Duration.ofMillis(250),
            Duration.ofSeconds(1),
            Duration.ofSeconds(5))
        .register(registry);
  }

  /**
   * Counts an alert after its transaction is committed.
   *
   * @param nanos since the decision
   */
  void raised(Alert alert, long nanos) {
    Objects.requireNonNull(raised.get(alert.type())).increment();
    FinalResult run = alert.run();
    if (run != null && alert.byRun()) {
      long millis = Math.max(0, alert.decided() - run.ended());
      decided.record(millis, TimeUnit.MILLISECONDS);
      queued.record(TimeUnit.MILLISECONDS.toNanos(millis) + nanos, TimeUnit.NANOSECONDS);
    }
  }
}
