package dev.belfry.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReplicaLagTest {
  private final ReplicaLag lag = new ReplicaLag();

  private static WalPosition at(long lsn) {
    return new WalPosition(7, 1, lsn);
  }

  @Test
  void isHowLongTheLastPositionTook() {
    assertThat(lag.nanos(5)).isZero();
    lag.taken(at(100), 10);
    lag.taken(at(200), 20);
    lag.replayed(at(250), 23);
    assertThat(lag.nanos(1_000)).isEqualTo(3);
  }

  @Test
  void growsWhileAPositionIsLacking() {
    lag.taken(at(100), 10);
    lag.taken(at(200), 20);
    lag.replayed(at(150), 25);
    assertThat(lag.nanos(26)).isEqualTo(6);
    assertThat(lag.nanos(1_020)).isEqualTo(1_000);
  }

  @Test
  void aPrimaryWithoutWritesMakesNoLag() {
    lag.taken(at(100), 10);
    lag.replayed(at(100), 11);
    lag.taken(at(100), 1_000);
    lag.replayed(at(100), 1_002);
    assertThat(lag.nanos(5_000)).isEqualTo(2);
  }

  @Test
  void keepsTheOldestOfManyPositions() {
    for (int i = 1; i <= 100_000; i++) {
      lag.taken(at(i), i);
    }
    assertThat(lag.nanos(100_001)).isEqualTo(100_000);
    lag.replayed(at(100_000), 100_005);
    assertThat(lag.nanos(200_000)).isEqualTo(5);
  }

  @Test
  void forgetsAnotherHistory() {
    lag.taken(at(100), 10);
    lag.taken(new WalPosition(7, 2, 50), 20);
    assertThat(lag.nanos(25)).isEqualTo(5);
  }
}
