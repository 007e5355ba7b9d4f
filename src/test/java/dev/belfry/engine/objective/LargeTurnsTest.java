package dev.belfry.engine.objective;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.objective.LargeTurns.Candidate;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LargeTurnsTest {
  private static final UUID MANY = new UUID(0, 1);
  private static final UUID FEW = new UUID(0, 2);

  @Test
  void accountsTakeTurns() {
    LargeTurns turns = new LargeTurns();
    List<Candidate> due = new ArrayList<>();
    for (int id = 1; id <= 100; id++) {
      due.add(new Candidate(id, MANY, id));
    }
    due.add(new Candidate(201, FEW, 1_000));
    due.add(new Candidate(202, FEW, 500));
    List<Long> order = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      Candidate next = turns.next(due);
      due.remove(next);
      order.add(next.id());
    }
    assertThat(order).containsExactly(1L, 202L, 2L, 201L, 3L, 4L);
  }

  @Test
  void theOneThatWasNotComputedForLongestIsFirst() {
    LargeTurns turns = new LargeTurns();
    assertThat(
            turns.next(
                List.of(
                    new Candidate(1, MANY, 700),
                    new Candidate(2, MANY, 0),
                    new Candidate(3, MANY, 300))))
        .extracting(Candidate::id)
        .isEqualTo(2L);
  }
}
