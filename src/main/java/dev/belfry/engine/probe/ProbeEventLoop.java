package dev.belfry.engine.probe;

import dev.belfry.platform.guard.AddressPolicy;
import dev.belfry.platform.guard.NameLookup;
import dev.belfry.platform.guard.TargetGuard;
import io.netty.channel.EventLoop;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What the probes of one event loop share, none of which knows of an earlier probe. */
final class ProbeEventLoop {
  private final EventLoop events;
  private final NameLookup names;
  private final TargetGuard guard;
  private final Tls tls;
  private final RequestText text;
  private final LingeringCloses farewells;
  private final Set<ProbeExecution> visits = new HashSet<>();
  private boolean closed;

  ProbeEventLoop(
      EventLoop events, NameLookup names, AddressPolicy policy, Tls tls, RequestText text) {
    this.events = events;
    this.names = names;
    this.guard = new TargetGuard(policy, events, names);
    this.tls = tls;
    this.text = text;
    this.farewells = new LingeringCloses(events);
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

  LingeringCloses farewells() {
    return farewells;
  }

  /** Counts a visit in; false when the loop is being closed. */
  boolean add(ProbeExecution visit) {
    return !closed && visits.add(visit);
  }

  void remove(ProbeExecution visit) {
    visits.remove(visit);
  }

  /** Ends everything under way; on the event loop. */
  void close() {
    closed = true;
    List.copyOf(visits).forEach(ProbeExecution::cancel);
    farewells.close();
    names.close();
  }
}
