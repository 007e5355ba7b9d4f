package dev.belfry.platform.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FailureDetectorTest {
  private static final long ME = 1;
  private static final long OTHER = 2;

  private final FailureDetector observations = new FailureDetector();

  private List<Long> look(long millis, long otherBeat) {
    return observations
        .silent(
            ME,
            List.of(
                new Instance(ME, Set.of(), 0, false, true),
                new Instance(OTHER, Set.of(), otherBeat, false, true)),
            millis * 1_000_000)
        .stream()
        .map(Instance::id)
        .toList();
  }

  @Test
  void whoBeatsIsNeverSilent() {
    for (int i = 0; i < 100; i++) {
      assertThat(look(i * 500L, i / 5)).isEmpty();
    }
  }

  @Test
  void whoStandsStillForThreeSecondsIsSilent() {
    for (long at = 0; at < 3_000; at += 500) {
      assertThat(look(at, 7)).as("after %d ms", at).isEmpty();
    }
    assertThat(look(3_000, 7)).containsExactly(OTHER);
    assertThat(look(3_500, 7)).as("until it is fenced").containsExactly(OTHER);
    assertThat(look(4_000, 8)).as("it was only slow").isEmpty();
  }

  @Test
  void weOurselvesAreNotJudged() {
    for (long at = 0; at < 60_000; at += 500) {
      assertThat(look(at, at)).isEmpty();
    }
  }

  @Test
  void timeWithoutAnAnswerIsNobodysFault() {
    look(0, 7);
    look(500, 7);
    assertThat(look(60_000, 7)).as("the database was away").isEmpty();
    for (long at = 60_500; at < 63_000; at += 500) {
      assertThat(look(at, 7)).as("at %d", at).isEmpty();
    }
    assertThat(look(63_000, 7)).containsExactly(OTHER);
  }

  @Test
  void aSlowAnswerNowAndThenIsNoOutage() {
    look(0, 7);
    look(1_400, 7);
    assertThat(look(2_800, 7)).isEmpty();
    assertThat(look(3_100, 7)).containsExactly(OTHER);
  }

  @Test
  void whoHasGoneIsForgotten() {
    look(0, 7);
    observations.silent(ME, List.of(new Instance(ME, Set.of(), 0, false, true)), 500_000_000L);
    for (long at = 1_000; at < 4_000; at += 500) {
      assertThat(look(at, 7)).as("at %d, seen anew", at).isEmpty();
    }
    assertThat(look(4_000, 7)).containsExactly(OTHER);
  }

  @Test
  void anAgentIsFencedLateExceptByThoseThatCanRunItsMonitors() {
    Instance agent = new Instance(OTHER, Set.of("cellar"), 1, false, true, true);
    FailureDetector service = new FailureDetector();
    FailureDetector peer = new FailureDetector();
    Instance elsewhere = new Instance(ME, Set.of("eu-west-1"), 0, false, true);
    Instance beside = new Instance(ME, Set.of("cellar"), 0, false, true, true);
    boolean fenced = false;
    long second = 1_000_000_000L;
    for (long at = 0; at <= 9_001; at++) {
      fenced |= !service.silent(ME, List.of(elsewhere, agent), at * second).isEmpty();
      assertThat(fenced).as("after %d s", at).isEqualTo(at >= 9_000);
      assertThat(service.isQuiet(OTHER)).as("after %d s", at).isEqualTo(at >= 3);
    }
    assertThat(peer.silent(ME, List.of(beside, agent), 0)).isEmpty();
    assertThat(peer.silent(ME, List.of(beside, agent), second)).isEmpty();
    assertThat(peer.silent(ME, List.of(beside, agent), 2 * second)).isEmpty();
    assertThat(peer.silent(ME, List.of(beside, agent), 3 * second)).containsExactly(agent);
  }

  @Test
  void agentsThatWereCutOffTogetherMayComeBackOneByOne() {
    long second = 1_000_000_000L;
    FailureDetector peer = new FailureDetector();
    Instance me = new Instance(ME, Set.of("cellar"), 0, false, true, true);
    Instance stands = new Instance(OTHER, Set.of("cellar"), 1, false, true, true);
    Instance back = new Instance(OTHER, Set.of("cellar"), 2, false, true, true);
    assertThat(peer.silent(ME, List.of(me, stands), 0)).isEmpty();
    assertThat(peer.silent(ME, List.of(me, stands), second)).isEmpty();
    long outage = 3_600;
    for (long at = outage; at < outage + 15; at++) {
      assertThat(peer.silent(ME, List.of(me, stands), at * second)).as("at %d s", at).isEmpty();
    }
    assertThat(peer.silent(ME, List.of(me, stands), (outage + 15) * second))
        .as("it does not come back")
        .containsExactly(stands);
    long again = 7_200;
    assertThat(peer.silent(ME, List.of(me, stands), again * second)).isEmpty();
    for (long at = again + 1; at < again + 4; at++) {
      assertThat(peer.silent(ME, List.of(me, back), at * second)).as("at %d s", at).isEmpty();
    }
    assertThat(peer.silent(ME, List.of(me, back), (again + 4) * second))
        .as("it came back and stands still again")
        .containsExactly(back);
  }
}
