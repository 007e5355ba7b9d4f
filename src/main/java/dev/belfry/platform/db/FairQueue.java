package dev.belfry.platform.db;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * A bounded queue in which owners take turns, so that one with many entries delays another by one
 * entry only. When it is full, the owner with the most entries loses his newest. Not safe for
 * threads, but for {@link #size}.
 */
final class FairQueue<K, V> {
  private final int most;
  private final Map<K, Deque<V>> byOwner = new LinkedHashMap<>();
  private final AtomicInteger size = new AtomicInteger();

  /**
   * @param most entries, at least 1
   */
  FairQueue(int most) {
    this.most = most;
  }

  /** Adds an entry at the end of its owner's. The entry that has to go for it, maybe itself. */
  Optional<V> add(K owner, V entry) {
    Optional<V> refused = Optional.empty();
    if (size.get() >= most) {
      Map.Entry<K, Deque<V>> largest =
          byOwner.entrySet().stream()
              .max(Comparator.comparingInt(one -> one.getValue().size()))
              .orElseThrow();
      Deque<V> own = byOwner.get(owner);
      if (own != null && own.size() >= largest.getValue().size() - 1) {
        return Optional.of(entry);
      }
      refused = Optional.of(largest.getValue().removeLast());
      if (largest.getValue().isEmpty()) {
        byOwner.remove(largest.getKey());
      }
      size.decrementAndGet();
    }
    byOwner.computeIfAbsent(owner, first -> new ArrayDeque<>()).add(entry);
    size.incrementAndGet();
    return refused;
  }

  /** Takes up to so many entries, one of each owner in turn. */
  List<V> drain(int count) {
    List<V> taken = new ArrayList<>(Math.min(size.get(), count));
    while (size.get() > 0 && taken.size() < count) {
      taken.add(take(byOwner.entrySet().iterator().next()));
    }
    return taken;
  }

  /** Takes the next entry, past the owners who may have none now. */
  Optional<V> poll(Predicate<K> may) {
    for (Map.Entry<K, Deque<V>> next : byOwner.entrySet()) {
      if (may.test(next.getKey())) {
        return Optional.of(take(next));
      }
    }
    return Optional.empty();
  }

  /** Its owner is the last to have a turn again. */
  private V take(Map.Entry<K, Deque<V>> next) {
    K owner = next.getKey();
    Deque<V> entries = next.getValue();
    V entry = entries.remove();
    size.decrementAndGet();
    byOwner.remove(owner);
    if (!entries.isEmpty()) {
      byOwner.put(owner, entries);
    }
    return entry;
  }

  boolean isEmpty() {
    return size.get() == 0;
  }

  int size() {
    return size.get();
  }
}
