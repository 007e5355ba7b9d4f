package dev.belfry.alerting.alert;

import io.vertx.sqlclient.Row;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The person of an on-call schedule for whom a channel speaks.
 *
 * @param schedule id of the schedule
 * @param persons texts that name the person: as the channel has it; of a channel for a member else
 *     the e-mail address, by which calendars know the member, and the id, by which rotations do;
 *     empty for a member who has left
 * @param now the texts that name those who are on call, in lower case; empty without a shift or a
 *     calendar that was read
 */
public record OnCall(long schedule, Set<String> persons, Set<String> now) {
  /** What {@link #of} reads of a channel {@code h}. */
  public static final String COLUMNS =
      """
      CASE WHEN h.settings ? 'onCall' AND h.config ->> 'userId' IS NOT NULL THEN ARRAY(
            SELECT unnest(CASE WHEN h.settings #>> '{onCall,person}' IS NULL
              THEN ARRAY[u.email, u.id::text] ELSE ARRAY[h.settings #>> '{onCall,person}'] END)
            FROM users u JOIN memberships m ON m.user_id = u.id AND m.account_id = h.account_id
            WHERE u.id = (h.config ->> 'userId')::uuid)
          WHEN h.settings #>> '{onCall,person}' IS NOT NULL
            THEN ARRAY[h.settings #>> '{onCall,person}'] END,
        CASE WHEN h.settings ? 'onCall' THEN (
          SELECT o.id FROM on_call_schedules o WHERE o.account_id = h.account_id
            AND o.id = (h.settings #>> '{onCall,scheduleId}')::bigint) END,
        CASE WHEN h.settings ? 'onCall' THEN (
          SELECT array_agg(k.key) FROM on_call_shifts o CROSS JOIN unnest(o.keys) AS k (key)
          WHERE o.account_id = h.account_id
            AND o.schedule_id = (h.settings #>> '{onCall,scheduleId}')::bigint
            AND o.ends_ms > epoch_millis() AND o.begins_ms <= epoch_millis()) END""";

  public OnCall {
    persons = Set.copyOf(persons);
    now = Set.copyOf(now);
  }

  /** Reads {@link #COLUMNS} from a place on; null for a channel that speaks at all times. */
  public static @Nullable OnCall of(Row row, int first) {
    String[] persons = row.getArrayOfStrings(first);
    Long schedule = row.getLong(first + 1);
    String[] now = row.getArrayOfStrings(first + 2);
    return persons == null || schedule == null
        ? null
        : new OnCall(
            schedule,
            Set.copyOf(Arrays.asList(persons)),
            now == null ? Set.of() : Set.copyOf(Arrays.asList(now)));
  }

  /** Whether the person is on call. */
  boolean isOnCall() {
    return persons.stream().map(OnCall::key).anyMatch(now::contains);
  }

  /** A text that names a person as it is compared: without outer blanks, in lower case. */
  public static String key(String text) {
    return text.strip().toLowerCase(Locale.ROOT);
  }

  /**
   * The schedules of which a channel speaks for a person who is on call; the other channels of
   * these are silent. Where there is none, all channels of a schedule speak, so that an alert is
   * not lost. A channel that is being deleted does not count.
   *
   * @param channels those that are subscribed to a check
   */
  static Set<Long> covered(List<SubscribedChannel> channels) {
    return covered(
        channels.stream().filter(channel -> !channel.leaving()).toList(),
        SubscribedChannel::onCall);
  }

  private static <T> Set<Long> covered(List<T> channels, Function<T, @Nullable OnCall> links) {
    Set<Long> covered = new HashSet<>();
    for (T channel : channels) {
      OnCall link = links.apply(channel);
      if (link != null && link.isOnCall()) {
        covered.add(link.schedule());
      }
    }
    return covered;
  }

  /**
   * Picks the channels that speak, by the same rule, when all are told at once.
   *
   * @param links gives the link of a channel, null for one that speaks at all times
   */
  public static <T> List<T> speaking(List<T> channels, Function<T, @Nullable OnCall> links) {
    Set<Long> covered = covered(channels, links);
    return channels.stream().filter(channel -> speaks(links.apply(channel), covered)).toList();
  }

  /** Whether a channel with this link speaks; null speaks at all times. */
  static boolean speaks(@Nullable OnCall link, Set<Long> covered) {
    return link == null || link.isOnCall() || !covered.contains(link.schedule());
  }
}
