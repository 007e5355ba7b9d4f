package dev.belfry.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FairQueueTest {
  private final FairQueue<String, String> queue = new FairQueue<>(4);

  @Test
  void ownersTakeTurnsAndEachKeepsItsOrder() {
    queue.add("a", "a1");
    queue.add("a", "a2");
    queue.add("a", "a3");
    queue.add("b", "b1");

    assertThat(queue.drain(3)).containsExactly("a1", "b1", "a2");
    assertThat(queue.drain(3)).containsExactly("a3");
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void anOwnerWhoWaitsLongestIsNext() {
    queue.add("a", "a1");
    queue.add("a", "a2");
    queue.add("b", "b1");
    assertThat(queue.drain(1)).containsExactly("a1");

    assertThat(queue.drain(2)).containsExactly("b1", "a2");
  }

  @Test
  void whenItIsFullTheOwnerWithTheMostLosesHisNewest() {
    for (int n = 1; n <= 4; n++) {
      assertThat(queue.add("a", "a" + n)).isEmpty();
    }

    assertThat(queue.add("b", "b1")).contains("a4");
    assertThat(queue.add("b", "b2")).contains("a3");
    assertThat(queue.add("b", "b3")).contains("b3");
    assertThat(queue.add("a", "a5")).contains("a5");
    assertThat(queue.size()).isEqualTo(4);
    assertThat(queue.drain(9)).containsExactly("a1", "b1", "a2", "b2");
  }
}
