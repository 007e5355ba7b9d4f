package dev.belfry.alerting.preview;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PreviewBudgetTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);
  private final AtomicBoolean gone = new AtomicBoolean();
  private final PreviewBudget budget = new PreviewBudget(nanos::get, gone::get);

  @Test
  void endsAtTwoMillionRows() {
    budget.read(1_999_999);
    assertThat(budget.isOver()).isFalse();
    assertThat(budget.limit()).isNull();
    budget.read(1);
    assertThat(budget.isOver()).isTrue();
    assertThat(budget.limit()).isEqualTo(PreviewBudget.Limit.ROWS);
    assertThat(budget.rows()).isEqualTo(2_000_000);
  }

  @Test
  void endsAfterTenSeconds() {
    nanos.addAndGet(10_000_000_000L);
    assertThat(budget.isOver()).isFalse();
    nanos.addAndGet(1);
    assertThat(budget.isOver()).isTrue();
    assertThat(budget.limit()).isEqualTo(PreviewBudget.Limit.TIME);
  }

  @Test
  void endsWithoutALimitWhenTheClientIsGone() {
    gone.set(true);
    assertThat(budget.isOver()).isTrue();
    assertThat(budget.isAbandoned()).isTrue();
    assertThat(budget.limit()).isNull();
  }
}
