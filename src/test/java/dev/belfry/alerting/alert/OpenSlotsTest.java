package dev.belfry.alerting.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.alerting.alert.OpenSlots.Count;
import dev.belfry.monitoring.check.AlertSettings;
import dev.belfry.monitoring.check.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The results of slots that wait for those of other locations. */
class OpenSlotsTest {
  private static final AlertPolicy TWO_LOCATIONS =
      new AlertPolicy(
          AlertSettings.DEFAULT,
          false,
          true,
          2,
          List.of(),
          new ParentState(false, 0, Long.MAX_VALUE, 0));

  private static LocationResult result(String location, long slot, Verdict verdict) {
    return new LocationResult(location, slot, verdict, slot + 1);
  }

  private static OpenSlots with(OpenSlots slots, long slot) {
    return slots.count(result("a", slot, Verdict.PASSED), TWO_LOCATIONS).slots();
  }

  @Test
  void theyAreKeptInTheOrderOfTime() {
    OpenSlots slots = with(with(with(OpenSlots.NONE, 30), 10), 20);
    assertThat(slots.slots()).extracting(SlotResults::slot).containsExactly(10L, 20L, 30L);
    assertThat(slots.floor()).isZero();
  }

  @Test
  void resultsOfDroppedSlotsCountNoMore() {
    OpenSlots slots = OpenSlots.NONE;
    for (long slot = 1; slot <= OpenSlots.MOST; slot++) {
      slots = with(slots, 10 * slot);
    }
    assertThat(slots.floor()).isZero();
    slots = with(with(slots, 10 * (OpenSlots.MOST + 1)), 10 * (OpenSlots.MOST + 2));
    assertThat(slots.floor()).isEqualTo(20);
    assertThat(slots.slots()).hasSize(OpenSlots.MOST);
    Count late = slots.count(result("b", 20, Verdict.FAILED), TWO_LOCATIONS);
    assertThat(late.slots()).isEqualTo(slots);
    assertThat(late.verdict()).isEmpty();
    assertThat(slots.count(result("b", 21, Verdict.FAILED), TWO_LOCATIONS).verdict())
        .hasValue(Verdict.FAILED);
  }

  @Test
  void onlyTheFirstResultOfALocationCounts() {
    SlotResults slot =
        SlotResults.of(result("a", 10, Verdict.PASSED)).with(result("a", 10, Verdict.FAILED));
    assertThat(slot.isBad()).isFalse();
    assertThat(slot.isComplete(TWO_LOCATIONS)).isFalse();
  }

  @Test
  void aSlotInWhichAllPassIsLookedAtWhenItsTimeIsOver() {
    SlotResults slot = SlotResults.of(result("a", 10, Verdict.PASSED));
    assertThat(slot.lookAt(11)).isEqualTo(11 + SlotResults.WAIT_MILLIS);
    assertThat(slot.isOver(10 + SlotResults.WAIT_MILLIS)).isFalse();
    assertThat(slot.isOver(11 + SlotResults.WAIT_MILLIS)).isTrue();
  }

  @Test
  void whatIsBadOrDecidedIsRemembered() {
    SlotResults passed = SlotResults.of(result("a", 10, Verdict.PASSED));
    SlotResults degraded = SlotResults.of(result("a", 10, Verdict.DEGRADED));
    assertThat(new OpenSlots(List.of(passed), 0).isIdle()).isTrue();
    assertThat(new OpenSlots(List.of(passed.close()), 0).isIdle()).isFalse();
    assertThat(new OpenSlots(List.of(passed, degraded), 0).isIdle()).isFalse();
  }
}
