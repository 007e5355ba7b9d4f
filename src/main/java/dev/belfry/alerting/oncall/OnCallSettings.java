package dev.belfry.alerting.oncall;

import dev.belfry.api.http.JsonText;
import dev.belfry.platform.seal.SealContext;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A schedule as it is to be stored.
 *
 * @param url sealed; null for a schedule with a rotation
 * @param host of the address, null without one
 * @param zone of handoffs, or of a calendar's times that name none; null for UTC, or that of the
 *     calendar
 * @param rotation null for a schedule with a calendar
 * @param overrides of the rotation, in the order in which they were made
 */
record OnCallSettings(
    long id,
    String name,
    @Nullable String url,
    @Nullable String host,
    @Nullable String zone,
    @Nullable Rotation rotation,
    List<OnCallOverride> overrides) {

  OnCallSettings {
    overrides = List.copyOf(overrides);
  }

  /** Where the address of a schedule is sealed. */
  static SealContext urlOf(UUID account, long id) {
    return new SealContext("on_call_schedules.url", account, Long.toString(id));
  }

  /** Where the copy of its calendar is sealed. */
  static SealContext calendarOf(UUID account, long id) {
    return new SealContext("on_call_copies.calendar", account, Long.toString(id));
  }

  /** The account, the id, the members in their order, and the time. */
  Tuple tuple(UUID account, OffsetDateTime now) {
    Rotation turns = rotation;
    return Tuple.of(account, id, name)
        .addString(url)
        .addString(host)
        .addString(zone)
        .addString(turns == null ? null : turns.document())
        .addString(overrides(overrides))
        .addOffsetDateTime(now);
  }

  /** Overrides as they are stored. */
  static String overrides(List<OnCallOverride> overrides) {
    return JsonText.array(overrides.stream().map(OnCallOverride::document).toList());
  }

  /** Without the address. */
  @Override
  public String toString() {
    return "OnCallSettings[id=" + id + ", name=" + name + "]";
  }
}
