package dev.belfry.alerting.oncall;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The shifts of a rotation near a moment. Who is on call in each is decided where the members are
 * known, by the function {@code assign_rotation_shifts}.
 *
 * @param pieces in the order of their begins; they do not overlap
 * @param from since when they are known, milliseconds since 1970
 * @param until until when
 */
record RotationExpansion(List<Piece> pieces, long from, long until) {
  /** The place of what is before the first turn. */
  static final int BEFORE = -1;

  RotationExpansion {
    pieces = List.copyOf(pieces);
  }

  /**
   * A turn, or a part of it.
   *
   * @param begins milliseconds since 1970
   * @param ends the first moment after it
   * @param place of the turn's person in the rotation, {@link #BEFORE} without a turn
   * @param takenBy the person of an override, null without one
   */
  record Piece(long begins, long ends, int place, @Nullable UUID takenBy) {
    private boolean precedes(Piece next) {
      return ends == next.begins && place == next.place && Objects.equals(takenBy, next.takenBy);
    }
  }

  /**
   * Expands a rotation from a day ago to 90 days ahead, and to the next turn where that is later.
   *
   * @param overrides in the order in which they were made: the last that covers a moment holds
   * @param now milliseconds since 1970
   */
  static RotationExpansion of(
      Rotation rotation, ZoneId zone, List<OnCallOverride> overrides, long now) {
    long from = now - ShiftExpansion.PAST.toMillis();
    long until = now + ShiftExpansion.HORIZON.toMillis();
    for (Rotation.Turn turn : rotation.turns(zone, now, now + 1)) {
      until = Math.max(until, turn.ends() + 1);
    }
    List<Piece> pieces = new ArrayList<>();
    long first = until;
    for (Rotation.Turn turn : rotation.turns(zone, from, until)) {
      first = Math.min(first, turn.begins());
      cut(new Piece(turn.begins(), turn.ends(), turn.place(), null), overrides, pieces);
    }
    List<Piece> before = new ArrayList<>();
    if (from < first) {
      cut(new Piece(from, first, BEFORE, null), overrides, before);
      before.removeIf(piece -> piece.takenBy() == null);
    }
    before.addAll(pieces);
    return new RotationExpansion(before, from, until);
  }

  /** Adds a turn in pieces of one holder each. */
  private static void cut(Piece turn, List<OnCallOverride> overrides, List<Piece> pieces) {
    TreeSet<Long> cuts = new TreeSet<>();
    cuts.add(turn.ends());
    for (OnCallOverride one : overrides) {
      cuts.add(one.from());
      cuts.add(one.to());
    }
    long begins = turn.begins();
    Piece last = null;
    for (long ends : cuts.subSet(begins, false, turn.ends(), true)) {
      Piece piece = new Piece(begins, ends, turn.place(), holder(overrides, begins));
      if (last != null && last.precedes(piece)) {
        pieces.remove(pieces.size() - 1);
        piece = new Piece(last.begins(), ends, turn.place(), piece.takenBy());
      }
      pieces.add(piece);
      last = piece;
      begins = ends;
    }
  }

  private static @Nullable UUID holder(List<OnCallOverride> overrides, long at) {
    UUID holder = null;
    for (OnCallOverride one : overrides) {
      holder = one.covers(at) ? one.user() : holder;
    }
    return holder;
  }
}
