package dev.belfry.fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How long requests took in the course of a scenario.
 *
 * @param parts of equal length, in order
 */
record Pace(List<Part> parts) {
  private static final double MOST_GROWTH = 1.5;
  private static final long MOST_MORE_MILLIS = 5;

  /** The 99th percentile of fewer requests is chance. */
  private static final int LEAST = 1_000;

  /** How many requests there were, their median and 99th percentile, milliseconds. */
  record Part(int requests, long median, long slow) {}

  static Pace of(List<Sent> sent, long from, long to, int count) {
    List<List<Sent>> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      parts.add(new ArrayList<>());
    }
    for (Sent one : sent) {
      parts.get((int) ((one.at() - from) * count / (to - from))).add(one);
    }
    return new Pace(parts.stream().map(Pace::part).toList());
  }

  private static Part part(List<Sent> sent) {
    List<Long> millis = sent.stream().map(Sent::millis).sorted().toList();
    return new Part(millis.size(), percentile(millis, 50), percentile(millis, 99));
  }

  /** A percentile of sorted figures, 0 when there are none. */
  static long percentile(List<Long> sorted, int percent) {
    return sorted.isEmpty()
        ? 0
        : sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
  }

  /** What became slower from the second part, when code is compiled, to the last. */
  List<String> breaches() {
    List<String> found = new ArrayList<>();
    if (parts.isEmpty() || parts.stream().anyMatch(part -> part.requests() < LEAST)) {
      return found;
    }
    Part warm = parts.get(1);
    Part last = parts.get(parts.size() - 1);
    if (grew(warm.median(), last.median()) || grew(warm.slow(), last.slow())) {
      found.add("requests became slower: " + this);
    }
    return found;
  }

  private static boolean grew(long before, long after) {
    return after > before * MOST_GROWTH + MOST_MORE_MILLIS;
  }

  @Override
  public String toString() {
    return parts.stream()
        .map(part -> part.median() + "/" + part.slow())
        .collect(Collectors.joining(" ", "in the course of it, ms p50/p99: ", ""));
  }
}
