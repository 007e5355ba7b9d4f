package dev.belfry.api.ratelimit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The history of one key's requests as its clients saw it, held against the rule of windows: each
 * admits as many as the limit and no more, and refuses only when it has admitted all. Knows nothing
 * of how the limit is counted. Pure.
 */
final class Admissions {
  /** Ends of windows are told in whole seconds, by each instance's own clock. */
  private static final long SLACK_MILLIS = 2_000;

  private final int limit;
  private final long windowMillis;

  /**
   * An answer.
   *
   * @param sent when the request was sent, milliseconds since 1970
   * @param answered when the answer was there, of the same clock
   * @param admitted whether it was not a 429
   * @param reset when its window ends, as the answer says, seconds since 1970
   */
  record Answer(long sent, long answered, boolean admitted, long reset) {}

  /**
   * A window.
   *
   * @param reset its end, seconds since 1970
   */
  record Window(long reset, int admitted, int refused) {}

  /**
   * @param limit requests of a window
   * @param windowMillis its length, at least 5,000
   */
  Admissions(int limit, long windowMillis) {
    this.limit = limit;
    this.windowMillis = windowMillis;
  }

  /** The windows that the answers speak of, in order. */
  List<Window> windows(List<Answer> history) {
    List<Answer> sorted = new ArrayList<>(history);
    sorted.sort(Comparator.comparingLong(Answer::reset));
    List<Window> windows = new ArrayList<>();
    for (Answer answer : sorted) {
      Window last = windows.isEmpty() ? null : windows.get(windows.size() - 1);
      boolean same = last != null && (answer.reset() - last.reset()) * 1_000 <= SLACK_MILLIS;
      Window before = same && last != null ? last : new Window(answer.reset(), 0, 0);
      Window now =
          new Window(
              before.reset(),
              before.admitted() + (answer.admitted() ? 1 : 0),
              before.refused() + (answer.admitted() ? 0 : 1));
      if (same) {
        windows.set(windows.size() - 1, now);
      } else {
        windows.add(now);
      }
    }
    return windows;
  }

  /**
   * What breaks the rule, in words.
   *
   * @param lost tokens that instances may have taken with them when they were killed
   */
  List<String> breaches(List<Answer> history, int lost) {
    List<String> found = new ArrayList<>();
    for (Window window : windows(history)) {
      if (window.admitted() > limit) {
        found.add("more than " + limit + ": " + window);
      }
      if (window.refused() > 0 && window.admitted() < limit - lost) {
        found.add("refused before " + (limit - lost) + " were admitted: " + window);
      }
    }
    for (Answer answer : history) {
      long end = answer.reset() * 1_000;
      if (answer.sent() > end + SLACK_MILLIS
          || answer.answered() < end - windowMillis - SLACK_MILLIS) {
        found.add("not of the window that it names: " + answer);
      }
    }
    return found;
  }
}
