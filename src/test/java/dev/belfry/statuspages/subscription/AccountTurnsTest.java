package dev.belfry.statuspages.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class AccountTurnsTest {
  private final AccountTurns turns = new AccountTurns();

  @Test
  void anAccountGoesToTheEndWithItsTurn() {
    UUID first = new UUID(0, 1);
    UUID second = new UUID(0, 2);
    turns.onTurn(first);
    turns.onTurn(second);
    turns.onTurn(first);
    assertThat(turns.oldestFirst()).containsExactly(second, first);
    turns.clear();
    assertThat(turns.oldestFirst()).isEmpty();
  }

  @Test
  void forgetsTheOldestBeyondAThousand() {
    for (int i = 0; i < 1_001; i++) {
      turns.onTurn(new UUID(0, i));
    }
    assertThat(turns.oldestFirst()).hasSize(1_000).startsWith(new UUID(0, 1));
  }
}
