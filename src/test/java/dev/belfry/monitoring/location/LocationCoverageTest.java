package dev.belfry.monitoring.location;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.location.LocationCoverage.Coverage;
import dev.belfry.platform.config.Region;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LocationCoverageTest {
  private static final Set<String> ALL = new HashSet<>(Region.ids());
  private static final Set<String> IRELAND = Set.of("eu-west-1");

  @Test
  void nothingIsCoveredWithoutInstances() {
    assertThat(LocationCoverage.of(List.of()).values()).containsOnly(Coverage.NONE);
    assertThat(LocationCoverage.of(List.of(Set.of("x/office"))).values())
        .containsOnly(Coverage.NONE);
  }

  @Test
  void anInstanceOfAllLocationsNamesNone() {
    assertThat(LocationCoverage.of(List.of(ALL)).values()).containsOnly(Coverage.ANY);
  }

  @Test
  void anInstanceOfSomeLocationsNamesThem() {
    Map<Region, Coverage> coverage = LocationCoverage.of(List.of(IRELAND));
    assertThat(coverage.get(Region.EU_WEST_1)).isEqualTo(Coverage.NAMED);
    assertThat(coverage.get(Region.EU_WEST_2)).isEqualTo(Coverage.NONE);
    Map<Region, Coverage> both = LocationCoverage.of(List.of(IRELAND, ALL));
    assertThat(both.get(Region.EU_WEST_1)).isEqualTo(Coverage.NAMED);
    assertThat(both.get(Region.EU_WEST_2)).isEqualTo(Coverage.ANY);
  }

  @Test
  void warnsOfLocationsThatNobodyCovers() {
    Map<Region, Coverage> coverage = LocationCoverage.of(List.of(IRELAND));
    assertThat(LocationCoverage.warning(List.of("eu-west-1"), coverage)).isEmpty();
    assertThat(LocationCoverage.warning(List.of("eu-west-2", "eu-west-1"), coverage))
        .isEqualTo("No instance covers eu-west-2; monitors do not run there");
  }
}
