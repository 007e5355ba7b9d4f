package dev.belfry.engine.probe;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Limits how many probes are under way at once, in total and to one host; the others wait in turn.
 * A probe that waits for its host does not delay probes of other hosts. One that has waited for too
 * long is dropped. Any thread may call.
 *
 * @param <T> a probe
 */
final class ConcurrencyLimiter<T> {
  private final int most;
  private final int mostPerHost;
  private final Turns<T> turns;
  private final Map<String, HostSlots<T>> hosts = new HashMap<>();
  private final Queue<Waiting<T>> queue = new ArrayDeque<>();
  private int inFlight;
  private int waiting;
  private boolean closed;

  /** Decides and carries out what becomes of probes that wait. */
  interface Turns<T> {
    /** Starts a probe that got a slot, on the thread that freed the slot. */
    void admit(T probe);

    /** Whether a probe has waited for too long to be started. */
    boolean isTooLate(T probe);

    /** Ends a probe that got no slot in time. */
    void drop(T probe);
  }

  private record Waiting<T>(String host, T probe) {}

  /** Creates a limiter without probes. */
  ConcurrencyLimiter(int most, int mostPerHost, Turns<T> turns) {
    this.most = most;
    this.mostPerHost = mostPerHost;
    this.turns = turns;
  }

  /** Admits a probe at once or later; returns false when the limiter is closed. */
  boolean enter(String host, T probe) {
    Entry entry = tryEnter(host, probe);
    if (entry == Entry.ADMITTED) {
      turns.admit(probe);
    }
    return entry != Entry.CLOSED;
  }

  private synchronized Entry tryEnter(String host, T probe) {
    if (closed) {
      return Entry.CLOSED;
    }
    HostSlots<T> slots = hosts.computeIfAbsent(host, name -> new HostSlots<>());
    if (slots.taken == mostPerHost) {
      slots.queue.add(probe);
      waiting++;
      return Entry.WAITING;
    }
    slots.taken++;
    if (inFlight == most) {
      queue.add(new Waiting<>(host, probe));
      waiting++;
      return Entry.WAITING;
    }
    inFlight++;
    return Entry.ADMITTED;
  }

  /** Frees the slot of an admitted probe. */
  void leave(String host) {
    List<T> dropped = new ArrayList<>(0);
    T next = next(host, dropped);
    dropped.forEach(turns::drop);
    if (next != null) {
      turns.admit(next);
    }
  }

  private synchronized @Nullable T next(String host, List<T> dropped) {
    inFlight--;
    leaveHost(host, dropped);
    dropLate(dropped);
    Waiting<T> next = queue.poll();
    if (next == null) {
      return null;
    }
    waiting--;
    inFlight++;
    return next.probe();
  }

  /** Hands the slot at a host to the next probe of that host. */
  private void leaveHost(String host, List<T> dropped) {
    HostSlots<T> slots = hosts.get(host);
    if (slots == null) {
      return;
    }
    dropLate(slots, dropped);
    T sameHost = slots.queue.poll();
    if (sameHost != null) {
      queue.add(new Waiting<>(host, sameHost));
    } else if (--slots.taken == 0) {
      hosts.remove(host);
    }
  }

  /** Drops the probes that have waited for too long. */
  void dropLate() {
    List<T> dropped = new ArrayList<>(0);
    synchronized (this) {
      if (waiting > 0) {
        dropLate(dropped);
        hosts.values().forEach(slots -> dropLate(slots, dropped));
      }
    }
    dropped.forEach(turns::drop);
  }

  private void dropLate(List<T> dropped) {
    Waiting<T> head = queue.peek();
    while (head != null && turns.isTooLate(head.probe())) {
      queue.remove();
      waiting--;
      dropped.add(head.probe());
      leaveHost(head.host(), dropped);
      head = queue.peek();
    }
  }

  private void dropLate(HostSlots<T> slots, List<T> dropped) {
    T head = slots.queue.peek();
    while (head != null && turns.isTooLate(head)) {
      slots.queue.remove();
      waiting--;
      dropped.add(head);
      head = slots.queue.peek();
    }
  }

  /** Admits no further probe, and returns those that waited. */
  synchronized List<T> close() {
    closed = true;
    List<T> left = new ArrayList<>();
    queue.forEach(one -> left.add(one.probe()));
    hosts.values().forEach(slots -> left.addAll(slots.queue));
    hosts.values().forEach(slots -> slots.queue.clear());
    queue.clear();
    waiting = 0;
    return left;
  }

  synchronized int inFlight() {
    return inFlight;
  }

  synchronized int waiting() {
    return waiting;
  }

  private enum Entry {
    ADMITTED,
    WAITING,
    CLOSED
  }

  private static final class HostSlots<T> {
    private final Queue<T> queue = new ArrayDeque<>(1);
    private int taken;
  }
}
