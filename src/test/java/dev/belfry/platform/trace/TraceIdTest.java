package dev.belfry.platform.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceIdTest {
  private static final UUID CHECK = UUID.fromString("5a0b7e83-1f4c-4d29-8e66-9b3d2c7a4f15");
  private static final TraceId RUN = TraceId.ofRun(CHECK, 7, 1_800_000_000_000L);

  @Test
  void everyInstanceDerivesTheSameIds() {
    assertThat(TraceId.ofRun(CHECK, 7, 1_800_000_000_000L)).isEqualTo(RUN);
    assertThat(RUN.hex()).matches("[0-9a-f]{32}");
    assertThat(new TraceContext(RUN, RUN.attempt(2)).header())
        .isEqualTo("00-" + RUN.hex() + "-" + TraceId.hex(RUN.attempt(2)) + "-01")
        .matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01");
  }

  @Test
  void zerosInFrontAreKept() {
    assertThat(new TraceId(1, 0xab).hex()).isEqualTo("000000000000000100000000000000ab");
    assertThat(new TraceContext(new TraceId(0, 1), 15).header())
        .isEqualTo("00-00000000000000000000000000000001-000000000000000f-01");
  }

  @Test
  void whateverIsAnotherThingHasAnotherId() {
    Set<TraceId> traces = new HashSet<>();
    for (int series = 0; series < 10; series++) {
      for (int slot = 0; slot < 10; slot++) {
        traces.add(TraceId.ofRun(CHECK, series, slot));
        traces.add(TraceId.ofRun(new UUID(0, 0), series, slot));
      }
    }
    assertThat(traces).hasSize(200);
    assertThat(
            Set.of(
                RUN.run(),
                RUN.attempt(1),
                RUN.attempt(2),
                RUN.row(CHECK, 0),
                RUN.row(CHECK, 1),
                RUN.row(new UUID(0, 1), 0),
                TraceId.ofOne(CHECK).run()))
        .hasSize(7);
  }

  /** Instances of two versions work on one run. */
  @Test
  void theIdsStayWhatTheyAre() {
    assertThat(RUN.hex()).isEqualTo("60efd0fda09b2fda24d8c7af7364f980");
    assertThat(TraceId.hex(RUN.run())).isEqualTo("f980ec31772f9ece");
    assertThat(TraceId.hex(RUN.attempt(1))).isEqualTo("6d92f8a70f6bf513");
    assertThat(TraceId.hex(RUN.row(CHECK, 1))).isEqualTo("ee0e1ce60e9d9dc2");
    assertThat(TraceId.ofOne(CHECK).hex()).isEqualTo("2fecd837d41c891afe65018776c95b42");
  }

  /** The last 56 bits of the id are below the share of all there are. */
  @ParameterizedTest
  @CsvSource({
    "0, 0, false",
    "007fffffffffffff, 0.5, true",
    "ff7fffffffffffff, 0.5, true",
    "0080000000000000, 0.5, false",
    "00ffffffffffffff, 1, true",
  })
  void isSampledByItsLastBits(String low, double ratio, boolean sampled) {
    assertThat(new TraceId(0, HexFormat.fromHexDigitsToLong(low)).isSampled(ratio))
        .isEqualTo(sampled);
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 0", "0.1, 800, 1200", "0.5, 4800, 5200", "1, 10000, 10000"})
  void samplesTheirShare(double ratio, int least, int most) {
    int sampled = 0;
    for (int slot = 0; slot < 10_000; slot++) {
      sampled += TraceId.ofRun(CHECK, 1, slot).isSampled(ratio) ? 1 : 0;
    }
    assertThat(sampled).isBetween(least, most);
  }
}
