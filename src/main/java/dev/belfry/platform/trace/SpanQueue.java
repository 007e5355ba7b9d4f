package dev.belfry.platform.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Spans that wait for their export. When it is full, it drops what comes and counts it. */
final class SpanQueue implements Tracer {
  private final ConcurrentLinkedQueue<Span> waiting = new ConcurrentLinkedQueue<>();

  /** The size of the queue, which the queue itself would have to count. */
  private final AtomicInteger size = new AtomicInteger();

  private final int capacity;
  private final double ratio;
  private final TraceMetrics metrics;

  /**
   * @param ratio share of traces that are kept, 0 to 1
   */
  SpanQueue(int capacity, double ratio, TraceMetrics metrics) {
    this.capacity = capacity;
    this.ratio = ratio;
    this.metrics = metrics;
    metrics.watch(size::get);
  }

  @Override
  public boolean isOn() {
    return true;
  }

  @Override
  public boolean samples(TraceId trace) {
    return trace.isSampled(ratio);
  }

  @Override
  public void offer(Span span) {
    if (size.incrementAndGet() > capacity) {
      size.decrementAndGet();
      metrics.onDropped(TraceMetrics.Loss.QUEUE_FULL, 1);
    } else {
      waiting.add(span);
    }
  }

  int size() {
    return size.get();
  }

  /** Takes the oldest spans, at most so many. */
  List<Span> take(int most) {
    List<Span> taken = new ArrayList<>();
    Span next = most == 0 ? null : waiting.poll();
    while (next != null) {
      taken.add(next);
      next = taken.size() == most ? null : waiting.poll();
    }
    size.addAndGet(-taken.size());
    return taken;
  }
}
