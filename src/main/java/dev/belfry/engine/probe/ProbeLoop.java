package dev.belfry.engine.probe;

import dev.belfry.platform.guard.AddressPolicy;
import dev.belfry.platform.guard.Guard;
import dev.belfry.platform.guard.NameLookup;
import io.netty.channel.EventLoop;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What the probes of one event loop share, none of which knows of an earlier probe. */
final class ProbeLoop {
  private final EventLoop events;
  private final NameLookup names;
  private final Guard guard;
  private final Tls tls;
  private final RequestText text;
  private final Farewells farewells;
  private final Set<Visit> visits = new HashSet<>();
  private boolean closed;

  ProbeLoop(EventLoop events, NameLookup names, AddressPolicy policy, Tls tls, RequestText text) {
    this.events = events;
    this.names = names;
    this.guard = new Guard(policy, events, names);
    this.tls = tls;
    this.text = text;
    this.farewells = new Farewells(events);
  }

  EventLoop events() {
    return events;
  }

  Guard guard() {
    return guard;
  }

  Tls tls() {
    return tls;
  }

  RequestText text() {
    return text;
  }

  Farewells farewells() {
    return farewells;
  }

  /** Counts a visit in; false when the loop is being closed. */
  boolean add(Visit visit) {
    return !closed && visits.add(visit);
  }

  void remove(Visit visit) {
    visits.remove(visit);
  }

  /** Ends everything under way; on the event loop. */
  void close() {
    closed = true;
    List.copyOf(visits).forEach(Visit::cancel);
    farewells.close();
    names.close();
  }
}
