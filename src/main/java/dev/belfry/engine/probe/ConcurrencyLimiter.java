package dev.belfry.engine.probe;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * Limits how many probes are under way at once, in total and to one host; the others wait in turn.
 * A probe that waits for its host does not delay probes of other hosts. One that has waited for too
 * long is dropped. Any thread may call.
 *
 * @param <T> a probe
 */
public final class ConcurrencyLimiter<T> {
  private final int most;
  private final int mostPerHost;
  private final Turns<T> turns;
  private final Map<String, HostSlots<T>> hosts = new HashMap<>();
  private final Queue<Waiting<T>> queue = new ArrayDeque<>();
  private int inFlight;
  private int waiting;
  private boolean closed;

  /** Decides and carries out what becomes of probes that wait. */
  public interface Turns<T> {
    /** Starts or continues a probe that got a slot, on the thread that freed the slot. */
    void admit(T probe);

    /** Whether a probe has waited for too long to be started. */
    boolean isTooLate(T probe);

    /** Ends a probe that got no slot in time. */
    void drop(T probe);
  }

  private record Waiting<T>(String host, T probe) {}

  /** What is to be done outside the lock. */
  private record Changes<T>(List<T> admitted, List<T> dropped) {
    Changes() {
      this(new ArrayList<>(1), new ArrayList<>(0));
    }
  }

  /** Creates a limiter without probes. */
  public ConcurrencyLimiter(int most, int mostPerHost, Turns<T> turns) {
    this.most = most;
    this.mostPerHost = mostPerHost;
    this.turns = turns;
  }

  /** Admits a probe at once or later; returns false when the limiter is closed. */
  public boolean enter(String host, T probe) {
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
    Changes<T> changes = new Changes<>();
    synchronized (this) {
      inFlight--;
      leaveHost(host, changes);
      fill(changes);
    }
    carryOut(changes);
  }

  /**
   * Frees the slot of an admitted probe that may still wait for the host it moves to.
   *
   * @param host where it waits, or has got a slot meanwhile
   */
  void leaveMoving(String host, T probe) {
    Changes<T> changes = new Changes<>();
    synchronized (this) {
      inFlight--;
      HostSlots<T> slots = hosts.get(host);
      if (slots != null && slots.moving.remove(probe)) {
        waiting--;
      } else {
        leaveHost(host, changes);
      }
      fill(changes);
    }
    carryOut(changes);
  }

  /**
   * Moves an admitted probe to another host, such as that of a redirect. It keeps its slot in total
   * and is admitted again, at once or when the other host has a slot for it.
   */
  void move(String from, String to, T probe) {
    Changes<T> changes = new Changes<>();
    synchronized (this) {
      leaveHost(from, changes);
      HostSlots<T> slots = hosts.computeIfAbsent(to, name -> new HostSlots<>());
      if (slots.taken == mostPerHost) {
        slots.moving.add(probe);
        waiting++;
      } else {
        slots.taken++;
        changes.admitted().add(probe);
      }
      fill(changes);
    }
    carryOut(changes);
  }

  /** Lets waiting probes have the slots that are free in total. */
  private void fill(Changes<T> changes) {
    dropLate(changes);
    while (inFlight < most && !queue.isEmpty()) {
      changes.admitted().add(queue.remove().probe());
      waiting--;
      inFlight++;
    }
  }

  /** Hands the slot at a host to the next probe of that host; those in flight come first. */
  private void leaveHost(String host, Changes<T> changes) {
    HostSlots<T> slots = hosts.get(host);
    if (slots == null) {
      return;
    }
    dropLate(slots, changes);
    T moved = slots.moving.poll();
    T sameHost = moved == null ? slots.queue.poll() : null;
    if (moved != null) {
      waiting--;
      changes.admitted().add(moved);
    } else if (sameHost != null) {
      queue.add(new Waiting<>(host, sameHost));
    } else if (--slots.taken == 0) {
      hosts.remove(host);
    }
  }

  private void carryOut(Changes<T> changes) {
    changes.dropped().forEach(turns::drop);
    changes.admitted().forEach(turns::admit);
  }

  /** Drops the probes that have waited for too long. */
  public void dropLate() {
    Changes<T> changes = new Changes<>();
    synchronized (this) {
      if (waiting > 0) {
        fill(changes);
        hosts.values().forEach(slots -> dropLate(slots, changes));
      }
    }
    carryOut(changes);
  }

  private void dropLate(Changes<T> changes) {
    Waiting<T> head = queue.peek();
    while (head != null && turns.isTooLate(head.probe())) {
      queue.remove();
      waiting--;
      changes.dropped().add(head.probe());
      leaveHost(head.host(), changes);
      head = queue.peek();
    }
  }

  private void dropLate(HostSlots<T> slots, Changes<T> changes) {
    T head = slots.queue.peek();
    while (head != null && turns.isTooLate(head)) {
      slots.queue.remove();
      waiting--;
      changes.dropped().add(head);
      head = slots.queue.peek();
    }
  }

  /** Admits no further probe, and returns those that waited. */
  public synchronized List<T> close() {
    closed = true;
    List<T> left = new ArrayList<>();
    queue.forEach(one -> left.add(one.probe()));
    hosts.values().forEach(slots -> left.addAll(slots.queue));
    hosts.values().forEach(slots -> slots.queue.clear());
    queue.clear();
    waiting = 0;
    return left;
  }

  /** Probes that have a slot. */
  public synchronized int inFlight() {
    return inFlight;
  }

  /** Probes that wait for one. */
  public synchronized int waiting() {
    return waiting;
  }

  private enum Entry {
    ADMITTED,
    WAITING,
    CLOSED
  }

  private static final class HostSlots<T> {
    private final Queue<T> queue = new ArrayDeque<>(1);

    /** Probes in flight that a redirect has led here. */
    private final Queue<T> moving = new ArrayDeque<>(1);

    private int taken;
  }
}
