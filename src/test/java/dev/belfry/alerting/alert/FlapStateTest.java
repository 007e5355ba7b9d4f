package dev.belfry.alerting.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.check.AlertSettings;
import dev.belfry.monitoring.check.FlapDetection;
import dev.belfry.monitoring.check.Verdict;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a sequence of runs counts as flapping. */
class FlapStateTest {
  private static FlapState after(String runs, FlapDetection detection) {
    AlertSettings settings = AlertSettings.DEFAULT.with(detection);
    FlapState state = FlapState.NONE;
    long time = 1;
    for (int i = 0; i < runs.length(); i++) {
      state = state.with(Verdict.of("PDF".indexOf(runs.charAt(i))), settings, time++);
    }
    return state;
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "FPFPF, 0",
    "FPFPFP, 6",
    "FPFPFPF, 6",
    "FFPPFFPPFFPP, 11",
    "FFFFFPPPPPFFFFFPPPPPFFFFFPPPPPFFFFF, 0",
    // Six changes within 21 runs, and then two, are the default thresholds.
    "FPFPFPPPPPPPPPPPPPPPPPP, 6",
    "FPFPFPPPPPPPPPPPPPPPPPPP, 0",
    "DFDFDF, 6",
    "PPPPPPPPPPPPPPPPPPPPFPFPFP, 26",
  })
  void theDefaultsFollowTheNumberOfChanges(String runs, long since) {
    assertThat(after(runs, new FlapDetection(true, 21, 30, 15)).since()).isEqualTo(since);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({"PPP, ''", "F, F", "FPPPP, FPPPP", "FPPPPP, ''", "PPPPPPF, F", "FPPPPF, PPPPF"})
  void itKeepsNoMoreThanTheWindow(String runs, String kept) {
    assertThat(after(runs, new FlapDetection(true, 5, 100, 1)).runs()).isEqualTo(kept);
  }
}
