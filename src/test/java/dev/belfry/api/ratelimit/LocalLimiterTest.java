package dev.belfry.api.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LocalLimiterTest {
  private static final Duration WINDOW = Duration.ofSeconds(60);

  private final AtomicLong now = new AtomicLong();
  private final Vertx vertx = Vertx.vertx();
  private final LocalLimiter limiter =
      new LocalLimiter(
          vertx.sharedData().getLocalMap("buckets"),
          () -> java.time.Instant.ofEpochMilli(now.get()));

  @AfterEach
  void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  private boolean admits(String caller) {
    return limiter.take("subscribe", caller, 2, WINDOW).admitted();
  }

  @Test
  void callersBeyondTheMaximumShareABucket() {
    assertThat(admits("first")).isTrue();
    for (int i = 1; i < LocalLimiter.MOST; i++) {
      limiter.take("subscribe", "caller " + i, 2, WINDOW);
    }
    assertThat(limiter.size()).isEqualTo(LocalLimiter.MOST);
    assertThat(admits("late 1")).isTrue();
    assertThat(admits("late 2")).isTrue();
    assertThat(admits("late 3")).isFalse();
    assertThat(limiter.take("open", "late 3", 2, WINDOW).admitted()).isTrue();
    assertThat(admits("first")).as("keeps its own").isTrue();
    assertThat(limiter.size()).isEqualTo(LocalLimiter.MOST + 2);
    now.addAndGet(WINDOW.toMillis());
    limiter.sweep();
    assertThat(limiter.size()).isZero();
    assertThat(admits("late 3")).isTrue();
  }
}
