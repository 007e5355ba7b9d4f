package dev.belfry.engine.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.engine.run.RunFrame;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is kept on disk, in which order, and what a crash leaves of it. */
class FrameSpoolTest {
  private static final long MIB = 1024 * 1024;

  @TempDir private Path directory;
  private final AtomicLong millis = new AtomicLong(1_000_000);
  private final InstantSource clock = () -> Instant.ofEpochMilli(millis.get());

  private FrameSpool open(long bytes) throws IOException {
    return FrameSpool.open(directory, bytes, Duration.ofHours(2), clock);
  }

  private static RunFrame frame(long agent, String text) {
    return new RunFrame(agent, false, "{\"results\":[\"" + text + "\"]}");
  }

  private static List<String> next(FrameSpool spool) throws IOException {
    return spool.next(2, 1_000_000).stream().map(RunFrame::json).toList();
  }

  @Test
  void handsOutInOrderAndAgainUntilItIsSent() throws IOException {
    try (FrameSpool spool = open(MIB)) {
      spool.add(List.of(frame(1, "a"), frame(1, "b"), frame(1, "c")));
      List<String> first = next(spool);
      assertThat(first).hasSize(2).isEqualTo(next(spool));
      spool.sent();
      assertThat(next(spool)).containsExactly(frame(1, "c").json());
      spool.sent();
      assertThat(next(spool)).isEmpty();
      assertThat(spool.oldest()).isNull();
      assertThat(spool.bytes()).isZero();
    }
  }

  @Test
  void aMessageHasFramesOfOneAgentAndMissedRunsEndIt() throws IOException {
    try (FrameSpool spool = open(MIB)) {
      spool.add(List.of(frame(1, "a"), frame(2, "b"), new RunFrame(2, true, "{}"), frame(2, "c")));
      assertThat(next(spool)).hasSize(1);
      spool.sent();
      assertThat(next(spool)).containsExactly(frame(2, "b").json(), "{}");
      spool.sent();
      assertThat(next(spool)).hasSize(1);
    }
  }

  @Test
  void whatWasAddedOutlivesTheProcessAndWhatWasSentDoesNot() throws IOException {
    String large = "x".repeat((int) MIB);
    try (FrameSpool spool = open(64 * MIB)) {
      for (int i = 0; i < 10; i++) {
        spool.add(List.of(frame(1, i + large)));
      }
      assertThat(spool.next(6, Integer.MAX_VALUE)).hasSizeBetween(3, 6);
      spool.sent();
    }
    try (FrameSpool spool = open(64 * MIB)) {
      String first = next(spool).get(0);
      assertThat(first.charAt("{\"results\":[\"".length())).isBetween('3', '6');
      int left = 0;
      for (List<RunFrame> some = spool.next(1, 1); !some.isEmpty(); some = spool.next(1, 1)) {
        spool.sent();
        left++;
      }
      assertThat(left).isEqualTo('9' - first.charAt("{\"results\":[\"".length()) + 1);
    }
  }

  @Test
  void whatACrashCutOffIsDropped() throws IOException {
    try (FrameSpool spool = open(MIB)) {
      spool.add(List.of(frame(1, "a"), frame(1, "b")));
    }
    Path file = file();
    Files.write(file, new byte[] {0, 0, 0, 9, 1}, StandardOpenOption.APPEND);
    try (FrameSpool spool = open(MIB)) {
      spool.add(List.of(frame(1, "c")));
      assertThat(spool.next(9, 1_000))
          .extracting(RunFrame::json)
          .containsExactly(frame(1, "a").json(), frame(1, "b").json(), frame(1, "c").json());
    }
  }

  private Path file() {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(one -> one.toString().endsWith(".frames")).findFirst().orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void isFullByBytesAndByAgeAndTakesMoreOnceSomeIsSent() throws IOException {
    try (FrameSpool spool = open(100)) {
      spool.add(List.of(frame(1, "x".repeat(200))));
      assertThatThrownBy(() -> spool.add(List.of(frame(1, "y"))))
          .isInstanceOf(SpoolFullException.class);
      spool.next(1, 1);
      spool.sent();
      spool.add(List.of(frame(1, "y")));
      millis.addAndGet(Duration.ofHours(3).toMillis());
      assertThatThrownBy(() -> spool.add(List.of(frame(1, "z"))))
          .isInstanceOf(SpoolFullException.class)
          .hasMessageContaining("180 min");
    }
  }

  @Test
  void oneAgentUsesADirectory() throws IOException {
    try (FrameSpool spool = open(MIB)) {
      assertThat(spool.bytes()).isZero();
      assertThatThrownBy(() -> open(MIB)).hasMessageContaining("Another agent uses");
    }
  }
}
