package dev.belfry.alerting.oncall;

import dev.belfry.alerting.alert.OnCall;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A time in which a person is on call.
 *
 * @param begins milliseconds since 1970
 * @param ends the first moment after it
 * @param name of the person
 * @param email of the person, null when the calendar does not tell
 * @param title of the event in the calendar
 */
record Shift(long begins, long ends, String name, @Nullable String email, String title) {

  /** Whether it covers a moment. */
  boolean covers(long at) {
    return begins <= at && at < ends;
  }

  /** The texts by which a channel can name the person, as they are compared. */
  Set<String> keys() {
    Set<String> keys = new LinkedHashSet<>();
    Stream.of(name, email == null ? "" : email, title)
        .map(OnCall::key)
        .filter(key -> !key.isEmpty())
        .forEach(keys::add);
    return keys;
  }

  /** The shifts of a moment and those that begin next after it. */
  record Roster(List<Shift> now, List<Shift> next) {
    Roster {
      now = List.copyOf(now);
      next = List.copyOf(next);
    }

    /** The e-mail addresses of its persons, as the calendar has them. */
    Set<String> addresses() {
      return Stream.of(now, next)
          .flatMap(List::stream)
          .map(Shift::email)
          .flatMap(Stream::ofNullable)
          .collect(Collectors.toSet());
    }

    /** Chooses among shifts in the order of their begins. */
    static Roster of(List<Shift> shifts, long at) {
      long next =
          shifts.stream().mapToLong(Shift::begins).filter(begin -> begin > at).min().orElse(-1);
      return new Roster(
          shifts.stream().filter(shift -> shift.covers(at)).toList(),
          shifts.stream().filter(shift -> next >= 0 && shift.begins() == next).toList());
    }
  }
}
