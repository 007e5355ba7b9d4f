package dev.belfry.testing;

import dev.belfry.platform.trace.Span;
import dev.belfry.platform.trace.TraceId;
import dev.belfry.platform.trace.Tracer;
import java.util.ArrayList;
import java.util.List;

/** A tracer that keeps every span; off until a test turns it on. */
public final class FakeTracer implements Tracer {
  public final List<Span> spans = new ArrayList<>();
  public boolean on;
  public double ratio = 1;

  @Override
  public boolean isOn() {
    return on;
  }

  @Override
  public boolean samples(TraceId trace) {
    return trace.isSampled(ratio);
  }

  @Override
  public void offer(Span span) {
    spans.add(span);
  }
}
