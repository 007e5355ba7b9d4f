package dev.belfry.monitoring.check;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a check runs from.
 *
 * @param locations public ones, values of the specification's list; empty when absent or null
 * @param privateLocations slugs of the account's own; empty when absent or null
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Locations(List<String> locations, List<String> privateLocations) {
  public Locations {
    locations = List.copyOf(locations);
    privateLocations = List.copyOf(privateLocations);
  }

  @JsonCreator
  static Locations of(
      @JsonProperty("locations") @Nullable List<String> locations,
      @JsonProperty("privateLocations") @Nullable List<String> privateLocations) {
    return new Locations(
        locations == null ? List.of() : locations,
        privateLocations == null ? List.of() : privateLocations);
  }

  /** Whether no location of either kind is chosen. */
  @JsonIgnore
  public boolean isEmpty() {
    return locations.isEmpty() && privateLocations.isEmpty();
  }
}
