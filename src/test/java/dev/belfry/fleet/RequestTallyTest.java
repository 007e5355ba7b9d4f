package dev.belfry.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.fleet.Sent.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestTallyTest {
  @ParameterizedTest
  @CsvSource({
    "KILL, GET, 200, false, true",
    "KILL, GET, 502, false, false",
    "KILL, PUT, 0, false, false",
    "KILL, KEYED_POST, 502, false, false",
    "KILL, POST, 502, false, true",
    "KILL, POST, 0, false, true",
    "KILL, POST, 503, true, false",
    "KILL, POST, 409, false, false",
    "PAUSE, POST, 502, false, false",
    "PARTITION, PUT, 503, true, true",
    "PARTITION, PUT, 503, false, false",
    "PARTITION, POST, 502, false, true",
    "PARTITION, GET, 504, false, false",
    "POSTGRES, GET, 503, true, true",
    "POSTGRES, POST, 502, false, false",
    "UPGRADE, GET, 503, true, false",
    "UPGRADE, POST, 201, false, true",
    "UPGRADE, GET, 500, false, false"
  })
  void saysWhichEndingsMayBe(
      Scenario scenario, Kind kind, int status, boolean retryAfter, boolean allowed) {
    assertThat(scenario.allows(new Sent(kind, 0, status, retryAfter, 1, ""))).isEqualTo(allowed);
  }

  @Test
  void countsAndNamesWhatMustNotBe() {
    Sent well = new Sent(Kind.GET, 0, 200, false, 3, "");
    Sent lost = new Sent(Kind.GET, 0, 0, false, 9, "reset");
    RequestTally tally = RequestTally.of(Scenario.KILL, List.of(well, lost, well));
    assertThat(tally.breaches()).containsExactly(lost);
    assertThat(tally.endings()).containsEntry("GET 200", 2L).containsEntry("GET none", 1L);
    assertThat(tally).asString().contains("3 requests, 1 breaches", "longest 9", "reset");
  }
}
