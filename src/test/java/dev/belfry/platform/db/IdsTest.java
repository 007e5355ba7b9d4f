package dev.belfry.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class IdsTest {
  private final AtomicLong now = new AtomicLong(1_800_000_000_000L);
  private final Ids ids = new Ids(() -> Instant.ofEpochMilli(now.get()));

  @Test
  void sortsTheIdsOfOneMillisecondAsTheyWereMade() {
    List<String> made = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      made.add(ids.next().toString());
    }
    assertThat(made).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void sortsIdsAsTheyWereMadeThoughTheClockIsSetBack() {
    List<String> made = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      now.addAndGet(i % 7 == 0 ? -60_000 : 3);
      made.add(ids.next().toString());
    }
    assertThat(made).isSorted();
  }

  @Test
  void sortsTheIdsOfManyThreadsAsEachMadeThem() {
    List<List<UUID>> made =
        Collections.nCopies(4, 2_000).parallelStream()
            .map(many -> java.util.stream.Stream.generate(ids::next).limit(many).toList())
            .toList();
    assertThat(made)
        .allSatisfy(own -> assertThat(own.stream().map(UUID::toString).toList()).isSorted());
    assertThat(made.stream().flatMap(List::stream)).doesNotHaveDuplicates();
  }
}
