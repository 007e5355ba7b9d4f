package dev.belfry.monitoring.location;

import dev.belfry.api.http.ApiResponse;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.RecentAnswer;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which of the living instances may send pings, at most {@value #SECONDS} seconds old. The system
 * decides that for each instance. Confined to one event loop.
 */
public final class PingCoverage {
  private static final int SECONDS = 3;
  private static final String WARNING = "x-belfry-warning";

  /** As in {@link LocationCoverage}: an instance that has been silent for so long is gone. */
  private static final String LIVING =
      """
      SELECT count(*), count(*) FILTER (WHERE may_ping),
        bool_or(may_ping) FILTER (WHERE agent_key IS NULL)
          AND NOT bool_and(may_ping) FILTER (WHERE agent_key IS NULL)
      FROM instances
      WHERE fenced_at IS NULL AND seen_at > epoch_millis() - 10000""";

  private static final String NONE_MAY =
      "since the system lets no running instance send pings (sysctl net.ipv4.ping_group_range)";

  private static final String SOME_MAY_NOT =
      "The system does not let all instances send pings (sysctl net.ipv4.ping_group_range);"
          + " ICMP monitors have no result at locations that only the others cover";

  private final RecentAnswer<Living> living;
  private final Supplier<@Nullable String> own;

  /**
   * @param instances agents included
   * @param differ whether some instances may ping and others may not; agents, which run the checks
   *     of one account, do not count
   */
  private record Living(long instances, long pinging, boolean differ) {
    static Living of(Row row) {
      return new Living(row.getLong(0), row.getLong(1), Boolean.TRUE.equals(row.getBoolean(2)));
    }
  }

  /**
   * Creates one that has asked nothing yet.
   *
   * @param own why this process may not send pings, null when it may; it counts while no instance
   *     runs checks
   */
  public PingCoverage(Database database, InstantSource clock, Supplier<@Nullable String> own) {
    this.living =
        new RecentAnswer<>(
            database,
            clock,
            Duration.ofSeconds(SECONDS),
            LIVING,
            rows -> Living.of(rows.iterator().next()));
    this.own = own;
  }

  /** Whether an instance may send pings. Fails when the database is away. */
  public Future<Boolean> isPossible() {
    return living
        .read()
        .map(found -> found.instances() == 0 ? own.get() == null : found.pinging() > 0);
  }

  /** What is wrong with an ICMP monitor that is to run; empty when an instance may send pings. */
  public Future<List<Violation>> violations() {
    return isPossible()
        .map(
            possible ->
                possible
                    ? List.of()
                    : List.of(
                        new Violation(
                            "/activated",
                            "must be false: ICMP monitors cannot be run, " + NONE_MAY)));
  }

  /** Fails with a 400 when no instance may send pings. */
  public Future<Void> require() {
    return violations()
        .compose(
            violations ->
                violations.isEmpty()
                    ? Future.succeededFuture()
                    : Future.failedFuture(ApiException.invalid(violations)));
  }

  /** Adds a warning to the response when some instances may send no pings. Never fails. */
  public Future<ApiResponse> warned(ApiResponse response) {
    return living
        .read()
        .map(found -> found.differ() ? response.with(WARNING, SOME_MAY_NOT) : response)
        .otherwise(response);
  }
}
