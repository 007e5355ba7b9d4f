package dev.belfry.engine.probe;

import dev.belfry.platform.guard.AddressPolicy;
import dev.belfry.platform.guard.NameLookup;
import dev.belfry.platform.guard.TargetGuard;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** An event loop with what its probes share. Nothing shared depends on an earlier probe. */
public final class ProbeEventLoop {
  private static final long BEAT_NANOS = 20_000_000;

  private final EventLoop events;
  private final NameLookup names;
  private final TargetGuard guard;
  private final Tls tls;
  private final LingeringCloses lingeringCloses;
  private final Set<ProbeExecution> executions = new HashSet<>();
  private boolean closed;

  private Future<?> nextBeat;

  /** When the next beat is due, nanoseconds; written by this loop alone. */
  private volatile long expected;

  /** How late the last beat was, nanoseconds. */
  private volatile long lag;

  /**
   * Creates one without probes.
   *
   * @param names closed with it
   * @param policy which addresses may be dialled
   */
  public ProbeEventLoop(EventLoop events, NameLookup names, AddressPolicy policy, Tls tls) {
    this.events = events;
    this.names = names;
    this.guard = new TargetGuard(policy, events, names);
    this.tls = tls;
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
  public long lagMicros() {
    return Math.max(lag, System.nanoTime() - expected) / 1_000;
  }

  /** The thread itself, for channels and timers. */
  public EventLoop events() {
    return events;
  }

  /** The name servers that this instance asks for a name itself, in their order. */
  public List<InetSocketAddress> nameServers(String name) {
    return names.servers(name);
  }

  TargetGuard guard() {
    return guard;
  }

  /** Makes the TLS handlers of connections. */
  public Tls tls() {
    return tls;
  }

  /** Closes connections that have served. */
  public LingeringCloses lingeringCloses() {
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
  public void close() {
    closed = true;
    nextBeat.cancel(false);
    List.copyOf(executions).forEach(ProbeExecution::cancel);
    lingeringCloses.close();
    names.close();
  }
}
