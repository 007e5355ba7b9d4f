package dev.belfry.monitoring.location;

import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.location.LocationCoverage.Coverage;
import dev.belfry.platform.config.Region;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;

/** The public locations as the API lists them (wire contract 2.4). */
final class RegionView {
  private RegionView() {}

  /** The JSON text of the whole list. */
  static String all(Map<Region, Coverage> coverage) {
    return JsonText.array(
        Arrays.stream(Region.values())
            .map(
                region ->
                    JsonText.object()
                        .plain("region", region.id())
                        .string("name", region.place())
                        .plain("coverage", Objects.requireNonNull(coverage.get(region)).name())
                        .end())
            .toList());
  }
}
