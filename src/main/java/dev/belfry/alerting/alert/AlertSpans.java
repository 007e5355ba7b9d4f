package dev.belfry.alerting.alert;

import dev.belfry.platform.trace.Span;
import dev.belfry.platform.trace.TraceId;
import dev.belfry.platform.trace.Tracer;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Makes the spans of alerts, in the traces of the runs they are about. Safe for every thread. */
final class AlertSpans {
  private static final long MICROS = 1_000;

  private final Tracer tracer;

  AlertSpans(Tracer tracer) {
    this.tracer = tracer;
  }

  /**
   * Takes alerts whose transaction is committed.
   *
   * @param nanos since the decision
   */
  void onRaised(List<Alert> alerts, long nanos) {
    if (tracer.isOn()) {
      alerts.forEach(alert -> tracer.offer(span(alert, nanos)));
    }
  }

  private static Span span(Alert alert, long nanos) {
    FinalResult run = alert.run();
    TraceId trace =
        run == null
            ? TraceId.ofOne(alert.id())
            : TraceId.ofRun(run.checkId(), run.seriesId(), run.slot());
    long decided = alert.decided() * MICROS;
    Span span =
        new Span(
                trace,
                trace.row(alert.id(), 0),
                run == null ? 0 : trace.run(),
                Span.Kind.INTERNAL,
                "alert " + alert.type(),
                decided,
                decided + TimeUnit.NANOSECONDS.toMicros(nanos))
            .with("belfry.account.id", alert.check().accountId().toString())
            .with("belfry.check.id", alert.check().checkId().toString())
            .with("belfry.alert.id", alert.id().toString())
            .with("belfry.alert.type", alert.type().name())
            .with("belfry.channels", alert.channels().size());
    return alert.holder() == null ? span : span.with("belfry.alert.held", "true");
  }
}
