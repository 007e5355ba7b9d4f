package dev.belfry.check;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a check runs from.
 *
 * @param locations public ones, values of {@link #PUBLIC}; empty when absent or null
 * @param privateLocations slugs of the account's own; empty when absent or null
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Locations(List<String> locations, List<String> privateLocations) {
  /** Identifiers of the public locations, in the order of the specification. */
  public static final List<String> PUBLIC =
      List.of(
          "us-east-1",
          "us-east-2",
          "us-west-1",
          "us-west-2",
          "ca-central-1",
          "sa-east-1",
          "eu-west-1",
          "eu-central-1",
          "eu-west-2",
          "eu-west-3",
          "eu-north-1",
          "eu-south-1",
          "me-south-1",
          "ap-southeast-1",
          "ap-northeast-1",
          "ap-east-1",
          "ap-southeast-2",
          "ap-southeast-3",
          "ap-northeast-2",
          "ap-northeast-3",
          "ap-south-1",
          "af-south-1");

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
