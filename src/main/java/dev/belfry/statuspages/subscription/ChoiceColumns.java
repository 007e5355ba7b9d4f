package dev.belfry.statuspages.subscription;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The columns of a subscription that hold its choice. */
final class ChoiceColumns {
  private static final String COLUMNS =
      """
      (SELECT array_agg(c.id ORDER BY c.number)
        FROM unnest({r}.service_ids) WITH ORDINALITY AS c (id, number)
        WHERE c.id = ANY (services_of_page({r}.page_id))),
      {r}.service_ids IS NULL, {r}.frequency, {r}.digest_hour::integer, {r}.digest_zone""";

  private ChoiceColumns() {}

  /**
   * The columns to read from a subscription. Services that the page no longer shows do not count.
   *
   * @param row its name in the statement
   */
  static String of(String row) {
    return COLUMNS.replace("{r}", row);
  }

  /** The choice whose columns begin at a position. Its services may be none. */
  static SubscriptionChoice read(Row row, int first) {
    UUID[] services = row.getArrayOfUUIDs(first);
    boolean all = row.getBoolean(first + 1);
    return new SubscriptionChoice(
        all ? null : services == null ? List.of() : List.of(services),
        schedule(row.getString(first + 2), row.getInteger(first + 3), row.getString(first + 4)));
  }

  /** A stored schedule. A zone that this runtime does not know counts as UTC. */
  static DigestSchedule schedule(String frequency, @Nullable Integer hour, @Nullable String zone) {
    return hour == null || zone == null
        ? DigestSchedule.IMMEDIATE
        : new DigestSchedule(
            DigestFrequency.valueOf(frequency),
            hour,
            ZoneId.of(ChoiceDraft.isZone(zone) ? zone : "UTC"));
  }

  /** Adds the values of service_ids, frequency, digest_hour, digest_zone and digest_due_ms. */
  static Tuple add(Tuple tuple, SubscriptionChoice choice, Instant now) {
    DigestSchedule schedule = choice.schedule();
    List<UUID> services = choice.services();
    return tuple
        .addValue(services == null ? null : services.toArray(UUID[]::new))
        .addString(schedule.frequency().name())
        .addInteger(hour(schedule))
        .addString(zone(schedule))
        .addLong(due(schedule, now));
  }

  static @Nullable Integer hour(DigestSchedule schedule) {
    return schedule.isImmediate() ? null : schedule.hour();
  }

  static @Nullable String zone(DigestSchedule schedule) {
    return schedule.isImmediate() ? null : schedule.zone().getId();
  }

  static @Nullable Long due(DigestSchedule schedule, Instant now) {
    return schedule.isImmediate() ? null : schedule.after(now).toEpochMilli();
  }

  /** The services as the text of a Postgres array; null for all. */
  static @Nullable String text(SubscriptionChoice choice) {
    List<UUID> services = choice.services();
    return services == null
        ? null
        : "{" + String.join(",", services.stream().map(UUID::toString).toList()) + "}";
  }
}
