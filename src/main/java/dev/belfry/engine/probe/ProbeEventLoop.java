package dev.belfry.engine.probe;

import dev.belfry.platform.guard.AddressPolicy;
import dev.belfry.platform.guard.NameLookup;
import dev.belfry.platform.guard.TargetGuard;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** An event loop with what its probes share. Nothing shared depends on an earlier probe. */
final class ProbeEventLoop {
  private static final long BEAT_NANOS = 20_000_000;

  private final EventLoop events;
  private final NameLookup names;
  private final TargetGuard guard;
  private final Tls tls;
  private final RequestText text;
  private final LingeringCloses lingeringCloses;
  private final Set<ProbeExecution> executions = new HashSet<>();
  private boolean closed;

  private Future<?> nextBeat;

  /** When the next beat is due, nanoseconds; written by this loop alone. */
  private volatile long expected;

  /** How late the last beat was, nanoseconds. */
  private volatile long lag;

  ProbeEventLoop(
      EventLoop events, NameLookup names, AddressPolicy policy, Tls tls, RequestText text) {
    this.events = events;
    this.names = names;
    this.guard = new TargetGuard(policy, events, names);
    this.tls = tls;
    this.text = text;
    this.lingeringCloses = new LingeringCloses(events);
    expected = System.nanoTime() + BEAT_NANOS;
    nextBeat = events.schedule(this::beat, BEAT_NANOS, TimeUnit.NANOSECONDS);
  }

  private void beat() {
    long now = System.nanoTime();
    lag = Math.max(0, now - expected);
    expected = now + BEAT_NANOS;
    if (!closed) {
      nextBeat = events.schedule(this::beat, BEAT_NANOS, TimeUnit.NANOSECONDS);
    }
  }

  /** How late the loop runs its tasks, microseconds. Any thread may call. */
  long lagMicros() {
    return Math.max(lag, System.nanoTime() - expected) / 1_000;
  }

  EventLoop events() {
    return events;
  }

  TargetGuard guard() {
    return guard;
  }

  Tls tls() {
    return tls;
  }

  RequestText text() {
    return text;
  }

  LingeringCloses lingeringCloses() {
    return lingeringCloses;
  }

  /** Adds an execution; returns false when the loop is closed. */
  boolean add(ProbeExecution execution) {
    return !closed && executions.add(execution);
  }

  void remove(ProbeExecution execution) {
    executions.remove(execution);
  }

  /** Cancels all executions. Call it on the event loop. */
  void close() {
    closed = true;
    nextBeat.cancel(false);
    List.copyOf(executions).forEach(ProbeExecution::cancel);
    lingeringCloses.close();
    names.close();
  }
}
