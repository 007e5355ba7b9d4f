package dev.belfry.api.contract;

import dev.belfry.platform.error.Violation;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rule for members that name a time zone, which a schema cannot say. */
public final class TimeZoneName {
  private static final Set<String> ZONES = ZoneId.getAvailableZoneIds();

  private TimeZoneName() {}

  /**
   * What is wrong with a name, nothing when it is null.
   *
   * @param path of the member in its body
   */
  public static List<Violation> violations(String path, @Nullable String zone) {
    return zone == null || ZONES.contains(zone)
        ? List.of()
        : List.of(
            new Violation(path, "must be the IANA name of a time zone such as Europe/Berlin"));
  }
}
