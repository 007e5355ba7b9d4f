package dev.belfry.engine.probe;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Limits how many probes are under way at once, in total and to one host; the others wait in turn.
 * A probe that waits for its host does not delay probes of other hosts. Any thread may call.
 *
 * @param <T> a probe
 */
final class ConcurrencyLimiter<T> {
  private final int most;
  private final int mostPerHost;
  private final Consumer<T> admit;
  private final Map<String, HostSlots<T>> hosts = new HashMap<>();
  private final Queue<T> queue = new ArrayDeque<>();
  private int inFlight;
  private int waiting;
  private boolean closed;

  /**
   * Creates a limiter without probes.
   *
   * @param admit starts a probe that got a slot, on the thread that freed the slot
   */
  ConcurrencyLimiter(int most, int mostPerHost, Consumer<T> admit) {
    this.most = most;
    this.mostPerHost = mostPerHost;
    this.admit = admit;
  }

  /** Admits a probe at once or later; returns false when the limiter is closed. */
  boolean enter(String host, T probe) {
    Entry entry = tryEnter(host, probe);
    if (entry == Entry.ADMITTED) {
      admit.accept(probe);
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
      queue.add(probe);
      waiting++;
      return Entry.WAITING;
    }
    inFlight++;
    return Entry.ADMITTED;
  }

  /** Frees the slot of an admitted probe. */
  void leave(String host) {
    T next = next(host);
    if (next != null) {
      admit.accept(next);
    }
  }

  private synchronized @Nullable T next(String host) {
    inFlight--;
    HostSlots<T> slots = hosts.get(host);
    if (slots != null) {
      T sameHost = slots.queue.poll();
      if (sameHost != null) {
        queue.add(sameHost);
      } else if (--slots.taken == 0) {
        hosts.remove(host);
      }
    }
    T next = queue.poll();
    if (next != null) {
      waiting--;
      inFlight++;
    }
    return next;
  }

  /** Admits no further probe, and returns those that waited. */
  synchronized List<T> close() {
    closed = true;
    List<T> left = new ArrayList<>(queue);
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
