package dev.belfry.platform.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SpanQueueTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final SpanQueue queue = new SpanQueue(100, 0.5, new TraceMetrics(registry));

  private static Span span(String name) {
    TraceId trace = TraceId.ofOne(new UUID(1, 1));
    return new Span(trace, 1, 0, Span.Kind.INTERNAL, name, 0, 0);
  }

  private double dropped() {
    return registry.get("belfry.traces.dropped").tag("reason", "queue_full").counter().count();
  }

  @Test
  void givesTheOldestFirst() {
    for (String name : List.of("a", "b", "c")) {
      queue.offer(span(name));
    }
    assertThat(queue.take(2)).extracting(one -> one.name).containsExactly("a", "b");
    assertThat(queue.size()).isEqualTo(1);
    assertThat(queue.take(2)).extracting(one -> one.name).containsExactly("c");
    assertThat(queue.take(2)).isEmpty();
    queue.offer(span("d"));
    assertThat(queue.take(0)).isEmpty();
    assertThat(queue.take(1)).hasSize(1);
    assertThat(queue.size()).isZero();
  }

  @Test
  void neverHoldsMoreThanItsCapacityWhoeverOffers() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      threads.add(
          new Thread(
              () -> {
                for (int n = 0; n < 1_000; n++) {
                  queue.offer(span("n"));
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(queue.size()).isEqualTo(100);
    assertThat(dropped()).isEqualTo(3_900);
    assertThat(queue.take(1_000)).hasSize(100);
    queue.offer(span("again"));
    assertThat(queue.size()).isEqualTo(1);
  }

  @Test
  void whatIsOffTakesNothing() {
    assertThat(Tracer.OFF.isOn()).isFalse();
    assertThat(Tracer.OFF.samples(TraceId.ofOne(new UUID(1, 1)))).isFalse();
    Tracer.OFF.offer(span("n"));
  }
}
