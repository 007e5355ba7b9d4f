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
 * How many may be under way at once, in all and to one host; the others wait and come in turn. Who
 * waits for a host does not hold up those who go elsewhere. Any thread may call.
 *
 * @param <T> who wants a place
 */
final class ConcurrencyLimiter<T> {
  private final int most;
  private final int mostPerHost;
  private final Consumer<T> admit;
  private final Map<String, HostPlaces<T>> hosts = new HashMap<>();
  private final Queue<T> queue = new ArrayDeque<>();
  private int inFlight;
  private int waiting;
  private boolean closed;

  /**
   * Places.
   *
   * @param admit called for each who gets a place, on the thread that freed it
   */
  ConcurrencyLimiter(int most, int mostPerHost, Consumer<T> admit) {
    this.most = most;
    this.mostPerHost = mostPerHost;
    this.admit = admit;
  }

  /** Admits somebody at once or later; false when there are no places any more. */
  boolean enter(String host, T guest) {
    Entry entry = tryEnter(host, guest);
    if (entry == Entry.ADMITTED) {
      admit.accept(guest);
    }
    return entry != Entry.CLOSED;
  }

  private synchronized Entry tryEnter(String host, T guest) {
    if (closed) {
      return Entry.CLOSED;
    }
    HostPlaces<T> places = hosts.computeIfAbsent(host, name -> new HostPlaces<>());
    if (places.taken == mostPerHost) {
      places.queue.add(guest);
      waiting++;
      return Entry.WAITING;
    }
    places.taken++;
    if (inFlight == most) {
      queue.add(guest);
      waiting++;
      return Entry.WAITING;
    }
    inFlight++;
    return Entry.ADMITTED;
  }

  /** Frees the place of somebody who was admitted. */
  void leave(String host) {
    T next = next(host);
    if (next != null) {
      admit.accept(next);
    }
  }

  private synchronized @Nullable T next(String host) {
    inFlight--;
    HostPlaces<T> places = hosts.get(host);
    if (places != null) {
      T sameHost = places.queue.poll();
      if (sameHost != null) {
        queue.add(sameHost);
      } else if (--places.taken == 0) {
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

  /** Admits nobody any more; those who waited. */
  synchronized List<T> close() {
    closed = true;
    List<T> left = new ArrayList<>(queue);
    hosts.values().forEach(places -> left.addAll(places.queue));
    hosts.values().forEach(places -> places.queue.clear());
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

  private static final class HostPlaces<T> {
    private final Queue<T> queue = new ArrayDeque<>(1);
    private int taken;
  }
}
