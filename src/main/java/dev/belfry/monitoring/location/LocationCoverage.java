package dev.belfry.monitoring.location;

import dev.belfry.api.http.ApiResponse;
import dev.belfry.platform.config.Region;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.RecentAnswer;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which public locations the living instances cover, at most {@value #SECONDS} seconds old.
 * Confined to one event loop.
 */
public final class LocationCoverage {
  private static final int SECONDS = 3;
  private static final String WARNING = "x-belfry-warning";

  /** Instances beat twice a second; one that has been silent for so long is gone. */
  private static final String LIVING =
      """
      SELECT DISTINCT locations FROM instances
      WHERE fenced_at IS NULL AND seen_at > epoch_millis() - 10000""";

  /** Whether the living instances run checks at a location. */
  enum Coverage {
    /** An instance that does not cover all locations names this one. */
    NAMED,
    /** Instances that cover all locations run it. */
    ANY,
    NONE
  }

  private final RecentAnswer<Map<Region, Coverage>> living;

  public LocationCoverage(Database database, InstantSource clock) {
    living =
        new RecentAnswer<>(
            database,
            clock,
            Duration.ofSeconds(SECONDS),
            LIVING,
            rows -> of(Rows.list(rows, row -> Set.of(distinct(row.getArrayOfStrings(0))))));
  }

  /** The coverage of each public location. Fails when the database is away. */
  Future<Map<Region, Coverage>> read() {
    return living.read();
  }

  private static String[] distinct(String[] names) {
    return Arrays.stream(names).distinct().toArray(String[]::new);
  }

  /**
   * The coverage by instances.
   *
   * @param instances the locations of each
   */
  static Map<Region, Coverage> of(List<Set<String>> instances) {
    Map<Region, Coverage> coverage = new EnumMap<>(Region.class);
    for (Region region : Region.values()) {
      coverage.put(region, of(region, instances));
    }
    return coverage;
  }

  private static Coverage of(Region region, List<Set<String>> instances) {
    Coverage found = Coverage.NONE;
    for (Set<String> one : instances) {
      if (one.contains(region.id())) {
        if (!one.containsAll(Region.ids())) {
          return Coverage.NAMED;
        }
        found = Coverage.ANY;
      }
    }
    return found;
  }

  /**
   * Adds a warning to the response when a client names locations which no living instance covers.
   * Without the database there is no warning. Never fails.
   *
   * @param locations ids of public locations; others are ignored
   */
  public Future<ApiResponse> warned(ApiResponse response, List<String> locations) {
    if (locations.isEmpty()) {
      return Future.succeededFuture(response);
    }
    return read()
        .map(coverage -> warning(locations, coverage))
        .map(warning -> warning.isEmpty() ? response : response.with(WARNING, warning))
        .otherwise(response);
  }

  static String warning(List<String> locations, Map<Region, Coverage> coverage) {
    List<String> uncovered =
        coverage.entrySet().stream()
            .filter(entry -> entry.getValue() == Coverage.NONE)
            .map(entry -> entry.getKey().id())
            .filter(locations::contains)
            .toList();
    return uncovered.isEmpty()
        ? ""
        : "No instance covers " + String.join(", ", uncovered) + "; monitors do not run there";
  }
}
