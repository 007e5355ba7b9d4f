package dev.belfry.engine.run;

import dev.belfry.engine.run.schedule.ScheduleVersion;
import dev.belfry.engine.run.schedule.TimerEntry;
import dev.belfry.monitoring.check.Verdict;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What one monitor does at one location, as its owner keeps it: due at its next run, at {@link
 * ScheduleVersion#NEVER} while it is paused. Replaced whole when the settings change.
 */
final class Series extends TimerEntry {
  /** What {@link #openFrom} is while no version is in force. */
  static final long NONE = Long.MIN_VALUE;

  final int id;
  final UUID checkId;
  final OwnedShard shard;
  final RunSpec spec;

  /** Milliseconds from one run to the next; 0 while it is paused. */
  final long period;

  /** Beginning of the version in force, or {@link #NONE}. */
  final long openFrom;

  /** Beginning of the newest version known. */
  final long newestFrom;

  /** Shared with whatever replaces this. */
  final Newest newest;

  /** The newest conclusive result. */
  static final class Newest {
    private long slot = NONE;
    private @Nullable Verdict verdict;
    private @Nullable Long certificateExpires;

    /** Whether it is known to have passed. */
    boolean passed() {
      return verdict == Verdict.PASSED;
    }

    /** Notes a result; whether it is the newest and says something else than the one before. */
    boolean isNews(long at, Verdict found, @Nullable Long expires) {
      if (!found.isConclusive() || at <= slot) {
        return false;
      }
      boolean news = found != verdict || !Objects.equals(expires, certificateExpires);
      slot = at;
      verdict = found;
      certificateExpires = expires;
      return news;
    }
  }

  Series(SeriesRow row, OwnedShard shard, @Nullable ScheduleVersion open, @Nullable Series before) {
    id = row.id();
    checkId = row.checkId();
    this.shard = shard;
    spec = row.spec();
    period = open == null ? 0 : open.period();
    openFrom = open == null ? NONE : open.from();
    newestFrom =
        row.versions().isEmpty() ? NONE : row.versions().get(row.versions().size() - 1).from();
    newest = before == null ? new Newest() : before.newest;
  }
}
