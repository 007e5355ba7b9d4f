package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.check.RetryStrategy;
import dev.belfry.monitoring.check.RetryType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryLocationTest {
  private static String rotation(boolean sameRegion, String first, List<String> chosen) {
    RetryStrategy strategy = new RetryStrategy(RetryType.FIXED, 1, sameRegion, 10, null, List.of());
    List<String> visited = new ArrayList<>();
    for (int retry = 1; retry <= 4; retry++) {
      visited.add(RetryLocation.of(strategy, first, chosen, retry));
    }
    return String.join(" ", visited);
  }

  @DisplayName("Specification, RetryStrategy: sameRegion; design: false = another chosen location")
  @ParameterizedTest(name = "same region {0}, first {1} of {2}: {3}")
  @CsvSource({
    "true,  a, a b c, a a a a",
    "false, a, a b c, b c b c",
    "false, b, a b c, c a c a",
    "false, c, a b c, a b a b",
    "false, a, a b, b b b b",
    "false, a, a, a a a a",
    "false, a, '', a a a a",
    "false, x, a b c, a b c a",
    "false, x, a, a a a a",
    "false, a, a a b, b b b b",
  })
  void retriesGoTo(boolean sameRegion, String first, String chosen, String visited) {
    List<String> places = Arrays.stream(chosen.split(" ")).filter(p -> !p.isEmpty()).toList();
    assertThat(rotation(sameRegion, first, places)).isEqualTo(visited);
  }

  @Property
  void everyOtherLocationHasItsTurnBeforeOneComesAgain(
      @ForAll @IntRange(min = 2, max = 22) int count, @ForAll @IntRange(max = 21) int first) {
    RetryStrategy elsewhere = new RetryStrategy(RetryType.FIXED, 1, false, 10, null, List.of());
    List<String> places = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      places.add("place-" + i);
    }
    String own = places.get(first % count);
    List<String> visited = new ArrayList<>();
    for (int retry = 1; retry < count; retry++) {
      visited.add(RetryLocation.of(elsewhere, own, places, retry));
    }
    assertThat(visited).doesNotContain(own).doesNotHaveDuplicates().hasSize(count - 1);
  }
}
