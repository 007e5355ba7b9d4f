package dev.belfry.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ContendedRowsTest {
  private static final long START = Long.MAX_VALUE - 5;

  private final ContendedRows rows = new ContendedRows();

  private static long after(long millis) {
    return START + TimeUnit.MILLISECONDS.toNanos(millis);
  }

  @Test
  void isRememberedForAQuarterOfASecond() {
    rows.add("a", START);

    assertThat(rows.contains("a", after(250))).isTrue();
    assertThat(rows.contains("b", after(250))).isFalse();
    assertThat(rows.contains("a", after(251))).isFalse();
  }

  @Test
  void whatIsFoundAgainIsRememberedFromThen() {
    rows.add("a", START);
    rows.add("a", after(200));

    assertThat(rows.contains("a", after(450))).isTrue();
  }

  @Test
  void theOldestIsForgottenWhenThereAreTooMany() {
    for (int row = 0; row <= 1_000; row++) {
      rows.add(row, START);
    }

    assertThat(rows.contains(0, START)).isFalse();
    assertThat(rows.contains(1, START)).isTrue();
    assertThat(rows.contains(1_000, START)).isTrue();
  }
}
