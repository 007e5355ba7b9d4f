package dev.belfry.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.fleet.Sent.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaceTest {
  @Test
  void dividesRequestsByWhenTheyWereDue() {
    List<Sent> sent = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      sent.add(new Sent(Kind.GET, 1_000 + i, 200, false, i < 100 ? 10 : i % 100 == 0 ? 90 : 4, ""));
    }

    Pace pace = Pace.of(sent, 1_000, 1_300, 3);

    assertThat(pace.parts())
        .containsExactly(
            new Pace.Part(100, 10, 10), new Pace.Part(100, 4, 90), new Pace.Part(100, 4, 90));
    assertThat(pace).hasToString("in the course of it, ms p50/p99: 10/10 4/90 4/90");
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 3, 30, 3, 30, false",
    "1000, 3, 30, 9, 50, false",
    "1000, 3, 30, 10, 30, true",
    "1000, 3, 30, 3, 51, true",
    "1000, 3, 30, 2, 20, false",
    "999, 3, 30, 10, 51, false"
  })
  void tellsWhenTheLastPartIsSlowerThanTheSecond(
      int requests, long median, long slow, long laterMedian, long laterSlow, boolean slower) {
    Pace pace =
        new Pace(
            List.of(
                new Pace.Part(requests, 0, 0),
                new Pace.Part(requests, median, slow),
                new Pace.Part(requests, laterMedian, laterSlow)));

    assertThat(pace.breaches()).hasSize(slower ? 1 : 0);
  }

  @Test
  void saysNothingWhereNothingWasAsked() {
    assertThat(Pace.of(List.of(), 0, 10, 3).parts()).containsOnly(new Pace.Part(0, 0, 0));
    assertThat(new Pace(List.of()).breaches()).isEmpty();
  }
}
