package dev.belfry.alerting.oncall;

import dev.belfry.platform.seal.SealContext;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A schedule as it is to be stored.
 *
 * @param url sealed
 * @param host of the address
 * @param zone of times that name none, null for that of the calendar
 */
record OnCallSettings(long id, String name, String url, String host, @Nullable String zone) {

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
    return Tuple.of(account, id, name, url, host).addString(zone).addOffsetDateTime(now);
  }

  /** Without the address. */
  @Override
  public String toString() {
    return "OnCallSettings[id=" + id + ", name=" + name + "]";
  }
}
