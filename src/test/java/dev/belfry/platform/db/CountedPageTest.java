package dev.belfry.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CountedPageTest {
  private final AtomicInteger reads = new AtomicInteger();

  private CountedPage<String> read(long count, long offset, String... rows) {
    return CountedPage.read(
            Future.succeededFuture(count),
            offset,
            () -> {
              reads.incrementAndGet();
              return Future.succeededFuture(List.of(rows));
            })
        .result();
  }

  @Test
  void hasTheRowsAndTheTotal() {
    assertThat(read(5, 2, "c", "d")).isEqualTo(new CountedPage<>(List.of("c", "d"), 5));
  }

  @Test
  void readsNoRowsPastTheEnd() {
    assertThat(read(5, 5, "x")).isEqualTo(new CountedPage<>(List.of(), 5));
    assertThat(read(0, 0, "x")).isEqualTo(new CountedPage<>(List.of(), 0));
    assertThat(reads).hasValue(0);
  }

  @Test
  void countsRowsThatWereAddedMeanwhile() {
    assertThat(read(3, 2, "c", "d")).isEqualTo(new CountedPage<>(List.of("c", "d"), 4));
  }

  @Test
  void failsAsItsPartsDo() {
    RuntimeException refused = new IllegalStateException("refused");

    assertThat(
            CountedPage.read(Future.failedFuture(refused), 0, () -> Future.failedFuture("other"))
                .cause())
        .isSameAs(refused);
    assertThat(
            CountedPage.read(Future.succeededFuture(1L), 0, () -> Future.failedFuture(refused))
                .cause())
        .isSameAs(refused);
  }
}
