package dev.belfry.monitoring.location;

import dev.belfry.api.http.JsonText;
import dev.belfry.platform.config.Region;
import java.util.Arrays;

/** The public locations as the API lists them (wire contract 2.4). */
final class RegionView {
  private static final String ALL =
      JsonText.array(
          Arrays.stream(Region.values())
              .map(
                  region ->
                      JsonText.object()
                          .plain("region", region.id())
                          .string("name", region.place())
                          .end())
              .toList());

  private RegionView() {}

  /** The JSON text of the whole list. */
  static String all() {
    return ALL;
  }
}
