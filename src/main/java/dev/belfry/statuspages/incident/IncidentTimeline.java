package dev.belfry.statuspages.incident;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The updates of an incident, from which its status and duration follow (wire contract 0a and 1.3).
 *
 * @param entries oldest first: by public date, then by the time of posting, then by id; given in
 *     any order
 */
public record IncidentTimeline(List<TimelineEntry> entries) {
  private static final Comparator<TimelineEntry> OLDEST_FIRST =
      Comparator.comparing(TimelineEntry::publicDate)
          .thenComparing(TimelineEntry::createdAt)
          .thenComparing(TimelineEntry::id);

  public IncidentTimeline {
    entries = entries.stream().sorted(OLDEST_FIRST).toList();
  }

  /** Status of the newest update; {@code INVESTIGATING} without updates. */
  public IncidentStatus lastStatus() {
    return entries.isEmpty()
        ? IncidentStatus.INVESTIGATING
        : entries.get(entries.size() - 1).status();
  }

  /**
   * Whole seconds from the first public date to the resolving update, 0 or more; null while the
   * incident is open. A reopened incident counts to its last resolution; a repeated {@code
   * RESOLVED} does not extend it.
   */
  public @Nullable Long durationSeconds() {
    if (lastStatus() != IncidentStatus.RESOLVED) {
      return null;
    }
    int resolving = entries.size() - 1;
    while (resolving > 0 && entries.get(resolving - 1).status() == IncidentStatus.RESOLVED) {
      resolving--;
    }
    return Duration.between(entries.get(0).publicDate(), entries.get(resolving).publicDate())
        .toSeconds();
  }
}
