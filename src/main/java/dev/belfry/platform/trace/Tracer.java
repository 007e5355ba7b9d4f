package dev.belfry.platform.trace;

/** Takes finished spans. Safe for every thread; no method blocks. */
public interface Tracer {
  /** Takes nothing. Callers ask {@link #isOn} before they make a span. */
  Tracer OFF =
      new Tracer() {
        @Override
        public boolean isOn() {
          return false;
        }

        @Override
        public boolean samples(TraceId trace) {
          return false;
        }

        @Override
        public void offer(Span span) {}
      };

  /** Whether spans are exported at all. */
  boolean isOn();

  /** Whether the sample has a trace; traces of failures are kept whatever it says. */
  boolean samples(TraceId trace);

  /** Takes a span, or drops and counts it when too many wait. */
  void offer(Span span);
}
