package dev.belfry.engine.run;

import dev.belfry.engine.run.admission.AdmissionRate;
import dev.belfry.engine.run.schedule.ScheduleVersion;
import dev.belfry.engine.run.schedule.TimerEntry;
import dev.belfry.monitoring.check.Verdict;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One monitor at one location, as the owner of its shard keeps it. It is due at its next run, or at
 * {@link ScheduleVersion#NEVER} while it is paused. Changed settings replace the whole series.
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

  /** When the version in force began, or {@link #NONE}. */
  final long openFrom;

  /** When the newest known version began. */
  final long newestFrom;

  /** Passed on to the series that replaces this one. */
  final Newest newest;

  /** Passed on to the series that replaces this one. */
  final AdmissionRate.Credit credit;

  /** The newest conclusive result. */
  static final class Newest {
    private long slot = NONE;
    private @Nullable Verdict verdict;
    private @Nullable Long certificateExpires;

    /** Whether the newest conclusive result passed. */
    boolean passed() {
      return verdict == Verdict.PASSED;
    }

    /** Notes a result. Returns whether it is the newest and differs from the one before. */
    boolean onResult(long at, Verdict found, @Nullable Long expires) {
      if (!found.isConclusive() || at <= slot) {
        return false;
      }
      boolean changed = found != verdict || !Objects.equals(expires, certificateExpires);
      slot = at;
      verdict = found;
      certificateExpires = expires;
      return changed;
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
    credit = before == null ? new AdmissionRate.Credit(id) : before.credit;
  }
}
