package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.FakeTimers;
import dev.belfry.testing.LogCapture;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RetryingReaderTest {
  private final FakeTimers timers = new FakeTimers();
  private final Deque<String> queries = new ArrayDeque<>();
  private final List<Promise<String>> asked = new ArrayList<>();
  private final List<String> used = new ArrayList<>();
  private final RetryingReader<String, String> reader =
      new RetryingReader<>(
          timers,
          "riddles",
          new RetryingReader.Source<>(
              () -> Optional.ofNullable(queries.poll()),
              query -> {
                asked.add(Promise.promise());
                return asked.get(asked.size() - 1).future();
              },
              (query, answer) -> used.add(query + answer),
              queries::addFirst));

  @Test
  void oneQueryIsAskedAtATimeUntilThereAreNone() {
    queries.addAll(List.of("a", "b"));
    reader.begin(0);
    reader.begin(0);
    assertThat(asked).hasSize(1);
    asked.get(0).complete("1");
    asked.get(1).complete("2");
    assertThat(used).containsExactly("a1", "b2");
    assertThat(reader.isBusy()).isFalse();
  }

  @Test
  void aStreakOfFailuresIsToldOnceAndSoIsItsEnd() {
    try (LogCapture log = new LogCapture(RetryingReader.class.getName())) {
      queries.add("a");
      reader.begin(0);
      for (int i = 0; i < 3; i++) {
        asked.get(i).fail("away");
        assertThat(reader.isBusy()).isTrue();
        timers.pass(250);
      }
      asked.get(3).complete("1");
      assertThat(used).containsExactly("a1");
      assertThat(log.messages())
          .containsExactly(
              "Cannot read riddles from the database; retrying",
              "Reading riddles from the database works again");
    }
  }

  @Test
  void whatIsForgottenIsNotUsedAndNotAskedAgain() {
    queries.add("a");
    reader.begin(20);
    reader.forget();
    timers.pass(20);
    assertThat(asked).isEmpty();
    reader.begin(0);
    reader.forget();
    asked.get(0).fail("away");
    timers.pass(250);
    assertThat(asked).hasSize(1);
    assertThat(used).isEmpty();
  }
}
