package dev.belfry.engine.probe.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Large bodies share a bound, and give back what they took. */
class BodyMemoryTest {
  private final BodyMemory memory = new BodyMemory(100_000);

  private ResponseReader reader() {
    return new ResponseReader(
        new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK), memory);
  }

  private static boolean add(ResponseReader reader, int bytes) {
    return reader.add(Unpooled.wrappedBuffer(new byte[bytes]));
  }

  @Test
  void aBodyThatFindsNoMemoryIsNotReadOn() {
    ResponseReader first = reader();
    assertThat(add(first, 90_000)).isTrue();
    ResponseReader second = reader();
    assertThat(add(second, 5_000)).isTrue();
    assertThat(add(second, 50_000)).isFalse();
    second.release();
    first.answer(false).close();
    assertThat(memory.take(100_000)).isTrue();
  }

  @Test
  void aSmallBodyIsReadAtAnyTime() {
    assertThat(memory.take(100_000)).isTrue();
    assertThat(add(reader(), BodyMemory.UNCOUNTED)).isTrue();
    assertThat(add(reader(), BodyMemory.UNCOUNTED + 1)).isFalse();
  }

  @Test
  void whateverEndsAProbeGivesTheMemoryBack() {
    List<Runnable> ends = new ArrayList<>();
    for (int round = 0; round < 100; round++) {
      ResponseReader reader = reader();
      assertThat(add(reader, 10_000)).as("round " + round).isTrue();
      assertThat(add(reader, 20_000)).as("round " + round).isTrue();
      ends.add(round % 2 == 0 ? reader::partial : () -> reader.answer(false).close());
      ends.remove(0).run();
    }
    assertThat(memory.take(100_000)).isTrue();
  }
}
