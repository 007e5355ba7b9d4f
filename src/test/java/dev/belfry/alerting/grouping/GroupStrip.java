package dev.belfry.alerting.grouping;

import dev.belfry.alerting.grouping.GroupStep.Action;
import dev.belfry.monitoring.channel.QuietHours;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Plays a film strip of a group: {@code a=F} a member fails, D is degraded, R recovers, A fails and
 * is attended to, X is deleted; {@code away} and {@code back} the receiver; {@code receives} the
 * levels that the channel wants; {@code quiet} a level and its quiet hours. Looks are lines of
 * their own, with the action.
 */
final class GroupStrip {
  private static final long SECOND = 1_000;
  private static final String QUIET =
      """
      [{"timeZone": "UTC", "levels": ["%2$s"], "from": "%3$s", "to": "%4$s"}]""";

  private static final Pattern SPACE = Pattern.compile(" ");
  private static final Pattern LINE = Pattern.compile("(\\d+):(\\d\\d) (.*)");

  private final List<String> played = new ArrayList<>();
  private final Map<String, Character> members = new TreeMap<>();
  private final Map<String, Character> told = new TreeMap<>();
  private final Set<String> believed = new TreeSet<>();
  private GroupState state = GroupState.NEW;
  private GroupingSettings settings = settings("FDR", QuietHours.NONE);
  private boolean open;
  private boolean away;
  private boolean pending;
  private int messages;
  private int groups;
  private long due;
  private long now;

  private static GroupingSettings settings(String receives, QuietHours quiet) {
    return new GroupingSettings(
        List.of(),
        30 * SECOND,
        60 * SECOND,
        300 * SECOND,
        new GroupingSettings.Receives(
            receives.contains("F"), receives.contains("D"), receives.contains("R")),
        quiet);
  }

  /** The same strip with what really came of it. */
  String play(String strip) {
    for (String line : strip.lines().toList()) {
      Matcher read = LINE.matcher(line);
      if (!read.matches()) {
        throw new IllegalArgumentException(line);
      }
      long at = (Long.parseLong(read.group(1)) * 60 + Long.parseLong(read.group(2))) * SECOND;
      boolean isLook = Character.isUpperCase(read.group(3).charAt(0));
      until(isLook ? at : at - 1);
      if (!isLook) {
        now = at;
        played.add(line);
        event(read.group(3));
      }
    }
    return String.join("\n", played);
  }

  private void event(String event) {
    if (event.contains("=")) {
      happens(event.substring(0, 1), event.charAt(2));
    } else if (event.startsWith("receives ")) {
      settings = settings(event.substring(9), QuietHours.NONE);
    } else if (event.startsWith("quiet ")) {
      settings = settings("FDR", QuietHours.stored(QUIET.formatted((Object[]) SPACE.split(event))));
    } else {
      receiver(event.equals("back"));
    }
  }

  void advance(long seconds) {
    until(now + seconds * SECOND);
  }

  private void until(long time) {
    while (open && due <= time) {
      now = Math.max(now, due);
      look();
    }
    now = time;
  }

  /** A member changes; a failure opens a group when there is none. */
  void happens(String member, char level) {
    boolean bad = level == 'F' || level == 'D' || level == 'A';
    if (!bad && !members.containsKey(member)) {
      return;
    }
    if (!open) {
      if (!bad) {
        return;
      }
      open = true;
      groups++;
      state = GroupState.NEW;
      members.clear();
      told.clear();
      due = now + settings.waits();
    }
    members.put(member, level);
  }

  void receiver(boolean works) {
    away = !works;
    pending &= away;
  }

  void endAll() {
    members.replaceAll((name, level) -> 'R');
  }

  private void look() {
    GroupCounts counts = counts();
    GroupStep step = GroupEngine.onLook(state, counts, settings, pending, now);
    state = step.after(state, now);
    due = step.due();
    if (step.action().tells()) {
      messages++;
      pending = away;
      members.forEach((name, level) -> told.put(name, level == 'A' ? 'F' : level));
      believed.clear();
      members.forEach(
          (name, level) -> {
            if ("FDA".indexOf(level) >= 0) {
              believed.add(name);
            }
          });
    }
    if (step.action().closes()) {
      open = false;
    }
    played.add(
        String.format(
            Locale.ROOT,
            "%d:%02d %s%s",
            now / SECOND / 60,
            now / SECOND % 60,
            step.action(),
            step.action().tells() ? described(counts, step.action()) : ""));
  }

  private static String described(GroupCounts counts, Action action) {
    return (counts.failing() > 0 ? " failing " + counts.failing() : "")
        + (counts.degraded() > 0 ? " degraded " + counts.degraded() : "")
        + (counts.recovered() > 0 && action != Action.CLOSE
            ? " recovered " + counts.recovered()
            : "");
  }

  private GroupCounts counts() {
    int[] n = new int[8];
    members.forEach(
        (name, level) -> {
          char before = told.getOrDefault(name, '-');
          switch (level) {
            case 'F', 'A' -> {
              n[0]++;
              n[4] += before == 'F' ? 0 : 1;
              n[7] += level == 'F' ? 1 : 0;
            }
            case 'D' -> {
              n[1]++;
              n[5] += before == 'D' ? 0 : 1;
              n[7]++;
            }
            default -> {
              n[level == 'R' ? 2 : 3]++;
              n[6] += before == 'F' || before == 'D' ? 1 : 0;
            }
          }
        });
    return new GroupCounts(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7]);
  }

  boolean isOpen() {
    return open;
  }

  int messages() {
    return messages;
  }

  int groups() {
    return groups;
  }

  long seconds() {
    return now / SECOND;
  }

  /** The members that the receiver takes for failing or degraded. */
  Set<String> told() {
    return believed;
  }

  /** The members that are. */
  Set<String> truth() {
    Set<String> bad = new TreeSet<>();
    members.forEach(
        (name, level) -> {
          if ("FDA".indexOf(level) >= 0) {
            bad.add(name);
          }
        });
    return bad;
  }
}
