package dev.belfry.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class BodyBudgetTest {
  private static final UUID ONE = new UUID(0, 1);
  private static final UUID OTHER = new UUID(0, 2);

  private final BodyBudget budget = new BodyBudget(100, 60);

  private static void refused(ApiError error, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ApiException.class, thrown -> assertThat(thrown.error()).isEqualTo(error));
  }

  @Test
  void boundsAnAccountAndAllOfThem() {
    BodyBudget.Share first = budget.open(ONE);
    first.add(50);
    refused(ApiError.TOO_MANY_REQUESTS, () -> budget.open(ONE).add(11));
    BodyBudget.Share second = budget.open(OTHER);
    second.add(40);
    refused(ApiError.UNAVAILABLE, () -> budget.open(OTHER).add(11));
    assertThat(budget.bytes()).isEqualTo(90);
    first.close();
    first.close();
    budget.open(OTHER).add(11);
    assertThat(budget.bytes()).isEqualTo(51);
  }

  @Test
  void admitsABodyThatIsAlone() {
    BodyBudget.Share only = budget.open(ONE);
    only.add(90);
    only.add(90);
    refused(ApiError.UNAVAILABLE, () -> budget.open(OTHER).add(1));
    only.close();
    assertThat(budget.bytes()).isZero();
    only.add(5);
    assertThat(budget.bytes()).isZero();
  }
}
