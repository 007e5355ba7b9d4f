package dev.belfry.alerting.grouping;

import dev.belfry.alerting.grouping.AlertGroup.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Counts the messages that a channel with {@code grouping} would have sent about alerts of the
 * past: the rules of {@link GroupEngine}, with every message delivered at once and no alert
 * acknowledged. Confined to one thread.
 */
public final class GroupReplay {
  /** Alerts that it takes; further ones are left out. */
  public static final int MOST_ALERTS = 20_000;

  private static final Set<String> UNKNOWN_TERMS = Set.of("ADDRESS", "FAILURE");

  private final GroupingSettings settings;
  private final List<Event> events = new ArrayList<>();
  private final Map<String, Open> open = new LinkedHashMap<>();
  private final PriorityQueue<Open> due = new PriorityQueue<>(Comparator.comparingLong(o -> o.due));

  /**
   * The check of an alert.
   *
   * @param groupId of the check group, null for a check in none
   * @param target that is asked, empty for none
   */
  public record Subject(
      UUID check, @Nullable Long groupId, String groupName, List<String> tags, String target) {
    GroupFacts facts() {
      return new GroupFacts(groupId, groupName, tags, target, "", "");
    }
  }

  /**
   * An alert.
   *
   * @param at when it is raised, milliseconds since 1970
   * @param episode number of its episode, by check
   * @param level how the check is after it
   * @param joins whether it is about a problem and the channel receives it
   */
  public record Event(long at, Subject subject, long episode, Level level, boolean joins) {}

  private record Episode(UUID check, long number) {}

  private static final class Member {
    Level level;
    @Nullable Level told;

    Member(Level level) {
      this.level = level;
    }

    /** Whether the last message said otherwise; what recovered untold is no news. */
    boolean isFresh() {
      return told != level && (level != Level.RECOVERED || told != null);
    }
  }

  private static final class Open {
    final String key;
    final Map<UUID, Member> members = new HashMap<>();
    final Set<Episode> episodes = new HashSet<>();
    GroupState state = GroupState.NEW;
    long due;

    Open(String key, long due) {
      this.key = key;
      this.due = due;
    }

    GroupCounts counts() {
      Map<Level, Integer> all = new EnumMap<>(Level.class);
      Map<Level, Integer> fresh = new EnumMap<>(Level.class);
      for (Member member : members.values()) {
        all.merge(member.level, 1, Integer::sum);
        if (member.isFresh()) {
          fresh.merge(member.level, 1, Integer::sum);
        }
      }
      int failing = all.getOrDefault(Level.FAILED, 0);
      int degraded = all.getOrDefault(Level.DEGRADED, 0);
      return new GroupCounts(
          failing,
          degraded,
          all.getOrDefault(Level.RECOVERED, 0),
          0,
          fresh.getOrDefault(Level.FAILED, 0),
          fresh.getOrDefault(Level.DEGRADED, 0),
          fresh.getOrDefault(Level.RECOVERED, 0),
          failing + degraded);
    }
  }

  /** Begins without groups; {@code channel} is the JSON text of the settings of the channel. */
  public GroupReplay(String channel) {
    this.settings = GroupingSettings.of(channel);
  }

  /** Whether alerts differ by what a replay does not know, and count as alike. */
  public boolean hasUnknownTerms() {
    return settings.by().stream().anyMatch(UNKNOWN_TERMS::contains);
  }

  /** Takes alerts in any order; has whether there was room for all. */
  public boolean add(Collection<Event> alerts) {
    int room = Math.min(MOST_ALERTS - events.size(), alerts.size());
    events.addAll(List.copyOf(alerts).subList(0, room));
    return room == alerts.size();
  }

  /** Number of messages within a range; call it once. */
  public long messages(long from, long to) {
    events.sort(Comparator.comparingLong(Event::at));
    long messages = 0;
    for (Event event : events) {
      messages += look(event.at(), from, event.at());
      onEvent(event);
    }
    return messages + look(to, from, Long.MAX_VALUE);
  }

  private void onEvent(Event event) {
    UUID check = event.subject().check();
    Episode episode = new Episode(check, event.episode());
    boolean known = false;
    for (Open group : open.values()) {
      Member member = group.members.get(check);
      if (member != null) {
        member.level = event.level();
        known |= group.episodes.contains(episode);
      }
    }
    if (event.joins() && !known) {
      Open group = group(GroupKey.of(settings.by(), event.subject().facts()).key(), event.at());
      group.episodes.add(episode);
      group.members.computeIfAbsent(check, first -> new Member(event.level()));
    }
  }

  private Open group(String wanted, long at) {
    boolean full = open.size() >= NewMembers.MOST_GROUPS && !open.containsKey(wanted);
    return open.computeIfAbsent(
        full ? GroupKey.OTHERS.key() : wanted,
        key -> {
          Open group = new Open(key, at + settings.waits());
          due.add(group);
          return group;
        });
  }

  /** Looks at the groups that are due before a time, at which something may change. */
  private long look(long until, long from, long change) {
    long messages = 0;
    for (Open group = due.peek(); group != null && group.due < until; group = due.peek()) {
      due.remove();
      long now = group.due;
      GroupCounts counts = group.counts();
      GroupStep step = GroupEngine.onLook(group.state, counts, settings, false, now);
      group.state = step.after(group.state, now);
      if (step.action().tells()) {
        messages += now >= from ? 1 : 0;
        group.members.values().forEach(member -> member.told = member.level);
      }
      if (step.action().closes()) {
        open.remove(group.key);
      } else {
        group.due = next(group, step, change);
        due.add(group);
      }
    }
    return messages;
  }

  /** The next look that is not like this one: nothing follows before a change or a repetition. */
  private long next(Open group, GroupStep step, long change) {
    Long told = group.state.told();
    if (told == null || !settings.quietHours().isEmpty()) {
      return step.due();
    }
    long wanted = Math.min(change, told + settings.repeat());
    long missing = Math.max(0, wanted - step.due());
    return step.due()
        + (missing + settings.interval() - 1) / settings.interval() * settings.interval();
  }
}
