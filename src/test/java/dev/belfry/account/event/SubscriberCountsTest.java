package dev.belfry.account.event;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.api.auth.Caller;
import dev.belfry.api.auth.Scope;
import dev.belfry.platform.error.ApiException;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SubscriberCountsTest {
  private static final UUID ACME = new UUID(0, 1);

  private static Caller key(UUID account, int number) {
    return new Caller(new UUID(1, number), account, Scope.READ, null, null);
  }

  @Test
  void keysOfAnAccountShareItsBound() {
    SubscriberCounts counts = new SubscriberCounts(2);
    counts.enter(key(ACME, 1));
    counts.enter(key(ACME, 2));
    assertThatThrownBy(() -> counts.enter(key(ACME, 3)))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("account has 2 event streams");
    counts.enter(key(new UUID(0, 2), 4));
    counts.leave(key(ACME, 1));
    counts.enter(key(ACME, 3));
  }

  @Test
  void withoutABoundOnlyTheKeysCount() {
    SubscriberCounts counts = new SubscriberCounts(0);
    for (int each = 0; each < SubscriberCounts.MOST_OF_A_KEY; each++) {
      counts.enter(key(ACME, 1));
    }
    assertThatThrownBy(() -> counts.enter(key(ACME, 1))).isInstanceOf(ApiException.class);
    counts.enter(key(ACME, 2));
  }
}
