package dev.belfry.alerting.oncall;

import dev.belfry.alerting.alert.OnCall;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
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
 * @param title of the event in the calendar; of a rotation whether it is a turn or an override
 * @param user the member of a rotation, null for a shift of a calendar
 */
record Shift(
    long begins,
    long ends,
    String name,
    @Nullable String email,
    String title,
    @Nullable UUID user) {
  /** The title of a shift in which a person takes over. */
  private static final String OVERRIDE = "Override";

  /** A shift of a calendar. */
  Shift(long begins, long ends, String name, @Nullable String email, String title) {
    this(begins, ends, name, email, title, null);
  }

  /** Whether it covers a moment. */
  boolean covers(long at) {
    return begins <= at && at < ends;
  }

  /**
   * Joins the parts of overrides that go on over handoffs.
   *
   * @param shifts in the order of their begins
   */
  static List<Shift> joined(List<Shift> shifts) {
    List<Shift> joined = new ArrayList<>(shifts.size());
    for (Shift shift : shifts) {
      Shift last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
      if (last != null && last.goesOnAs(shift)) {
        joined.set(
            joined.size() - 1,
            new Shift(last.begins, shift.ends, last.name, last.email, last.title, last.user));
      } else {
        joined.add(shift);
      }
    }
    return joined;
  }

  private boolean goesOnAs(Shift next) {
    return title.equals(OVERRIDE)
        && next.title.equals(OVERRIDE)
        && ends == next.begins
        && user != null
        && user.equals(next.user);
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

    /** The e-mail addresses of persons whom a calendar names, as it has them. */
    Set<String> addresses() {
      return Stream.of(now, next)
          .flatMap(List::stream)
          .filter(shift -> shift.user() == null)
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
