package dev.belfry.engine.result.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.objective.ObjectiveGauge;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ObjectiveFamiliesTest {
  private static final UUID CHECK = UUID.fromString("018f0000-0000-7000-8000-00000000000a");

  private static String samples(ObjectiveGauge gauge) {
    return ObjectiveFamilies.ALL.stream()
        .flatMap(
            family -> {
              Lines lines = new Lines(family);
              family.samples().write(gauge, lines);
              return lines.take().toString().lines();
            })
        .filter(line -> !line.startsWith("#"))
        .collect(Collectors.joining("\n"));
  }

  @Test
  void tellWhatWasComputed() {
    String labels =
        "{name=\"Web \\\"1\\\"\",objective_id=\"4\",check_id=\"" + CHECK + "\",group_id=\"\"";
    assertThat(
            samples(
                new ObjectiveGauge(
                    4,
                    "Web \"1\"",
                    CHECK,
                    null,
                    null,
                    0.999,
                    1_500L,
                    0.995,
                    -4.0,
                    Map.of("5m", 2.5))))
        .isEqualTo(
            String.join(
                "\n",
                "belfry_objective_target_ratio" + labels + "} 0.999",
                "belfry_objective_attained_ratio" + labels + "} 0.995",
                "belfry_objective_error_budget_remaining_ratio" + labels + "} -4",
                "belfry_objective_burn_rate" + labels + ",window=\"5m\"} 2.5",
                "belfry_objective_judged" + labels + "} 1",
                "belfry_objective_evaluated_timestamp_seconds" + labels + "} 1.5"));
  }

  @Test
  void ofOneThatIsNotJudgedHaveNoRatios() {
    assertThat(
            samples(new ObjectiveGauge(4, "W", null, 7L, null, 0.9, 1_000L, null, null, Map.of())))
        .isEqualTo(
            """
            belfry_objective_target_ratio{name="W",objective_id="4",check_id="",group_id="7"} 0.9
            belfry_objective_judged{name="W",objective_id="4",check_id="",group_id="7"} 0
            belfry_objective_evaluated_timestamp_seconds{name="W",objective_id="4",check_id="",group_id="7"} 1""");
    assertThat(samples(new ObjectiveGauge(4, "W", null, 7L, null, 0.9, null, null, null, Map.of())))
        .as("not computed yet")
        .isEqualTo(
            "belfry_objective_target_ratio{name=\"W\",objective_id=\"4\",check_id=\"\",group_id=\"7\"} 0.9");
  }

  @Test
  void ofATagHaveItAsALabel() {
    assertThat(
            samples(
                new ObjectiveGauge(4, "W", null, null, "a\"b", 0.9, null, null, null, Map.of())))
        .contains(",group_id=\"\",tag=\"a\\\"b\"} 0.9");
  }
}
