package dev.belfry.engine.heartbeat;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.monitoring.check.ResultId;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.List;

/** Serves the API's operations on events of heartbeat monitors. */
public final class HeartbeatOperations {
  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final long WEEK = Duration.ofDays(7).toMillis();

  /** Allows for different clocks of instance and database. */
  private static final long AHEAD = Duration.ofHours(1).toMillis();

  private final EventStore store;
  private final InstantSource clock;

  /** Creates the operations on this database. */
  public HeartbeatOperations(Database database, InstantSource clock) {
    this.store = new EventStore(database);
    this.clock = clock;
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("listHeartbeatEvents", this::listHeartbeatEvents)
        .add("readHeartbeatEvent", this::readHeartbeatEvent)
        .add("readHeartbeatAvailability", this::readHeartbeatAvailability);
  }

  private record Period(long from, long to) {}

  Future<ApiResponse> listHeartbeatEvents(ApiRequest request) {
    Period period = period(request, 0);
    long now = clock.millis();
    int limit = (int) request.number("limit");
    return series(request)
        .compose(
            series ->
                store
                    .list(series, period.from(), period.to(), limit)
                    .compose(
                        rows ->
                            share(series, now - DAY, now + AHEAD, DAY)
                                .compose(
                                    day ->
                                        share(series, now - WEEK, now + AHEAD, WEEK)
                                            .map(week -> EventView.list(rows, day, week)))))
        .map(ApiResponse::ok);
  }

  Future<ApiResponse> readHeartbeatEvent(ApiRequest request) {
    return series(request)
        .compose(series -> store.read(series, ResultId.of(request.guid("id"))))
        .map(found -> ApiResponse.ok(EventView.event(found.orElseThrow(ApiException::notFound))));
  }

  Future<ApiResponse> readHeartbeatAvailability(ApiRequest request) {
    Period period = period(request, clock.millis() - DAY);
    long before = Math.min(period.to(), clock.millis()) - period.from();
    return series(request)
        .compose(series -> share(series, period.from(), period.to(), before))
        .map(share -> ApiResponse.ok(EventView.share(share)));
  }

  private Future<Integer> series(ApiRequest request) {
    return store
        .series(request.account(), request.guid("checkId"))
        .map(found -> found.orElseThrow(ApiException::notFound));
  }

  /**
   * Counts a period and the one before it.
   *
   * @param before length of the period before
   */
  private Future<EventView.Share> share(int series, long from, long to, long before) {
    return store
        .count(series, from, to)
        .compose(
            current ->
                store
                    .count(series, from - Math.max(0, before), from)
                    .map(previous -> new EventView.Share(current, previous)));
  }

  private Period period(ApiRequest request, long first) {
    long from = millis(request, "startTime", first);
    long to = millis(request, "endTime", clock.millis() + AHEAD);
    if (from >= to) {
      throw ApiException.invalid(
          ApiException.Source.QUERY,
          List.of(new Violation("/startTime", "must be before endTime")));
    }
    return new Period(from, to);
  }

  private static long millis(ApiRequest request, String name, long absent) {
    return request
        .optionalText(name)
        .map(text -> OffsetDateTime.parse(text).toInstant().toEpochMilli())
        .orElse(absent);
  }
}
