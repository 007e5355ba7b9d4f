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
  private final Deque<String> questions = new ArrayDeque<>();
  private final List<Promise<String>> asked = new ArrayList<>();
  private final List<String> used = new ArrayList<>();
  private final RetryingReader<String, String> reading =
      new RetryingReader<>(
          timers,
          "riddles",
          new RetryingReader.Source<>(
              () -> Optional.ofNullable(questions.poll()),
              question -> {
                asked.add(Promise.promise());
                return asked.get(asked.size() - 1).future();
              },
              (question, answer) -> used.add(question + answer),
              questions::addFirst));

  @Test
  void oneQuestionIsAskedAtATimeUntilThereAreNone() {
    questions.addAll(List.of("a", "b"));
    reading.begin(0);
    reading.begin(0);
    assertThat(asked).hasSize(1);
    asked.get(0).complete("1");
    asked.get(1).complete("2");
    assertThat(used).containsExactly("a1", "b2");
    assertThat(reading.isBusy()).isFalse();
  }

  @Test
  void aStreakOfFailuresIsToldOnceAndSoIsItsEnd() {
    try (LogCapture log = new LogCapture(RetryingReader.class.getName())) {
      questions.add("a");
      reading.begin(0);
      for (int i = 0; i < 3; i++) {
        asked.get(i).fail("away");
        assertThat(reading.isBusy()).isTrue();
        timers.pass(250);
      }
      asked.get(3).complete("1");
      assertThat(used).containsExactly("a1");
      assertThat(log.messages())
          .containsExactly(
              "Could not read riddles; asking again until it can be read",
              "Could read riddles again");
    }
  }

  @Test
  void whatIsForgottenIsNotUsedAndNotAskedAgain() {
    questions.add("a");
    reading.begin(20);
    reading.forget();
    timers.pass(20);
    assertThat(asked).isEmpty();
    reading.begin(0);
    reading.forget();
    asked.get(0).fail("away");
    timers.pass(250);
    assertThat(asked).hasSize(1);
    assertThat(used).isEmpty();
  }
}
