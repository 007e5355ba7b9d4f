package dev.belfry.platform.icmp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How many echo requests a process sends. */
class PacedEchoesTest {
  private static final InetAddress TARGET = InetAddress.getLoopbackAddress();

  private final AtomicLong now = new AtomicLong(1_000_000_000_000L);
  private final AtomicInteger sent = new AtomicInteger();
  private final PacedEchoes echoes = new PacedEchoes(new Counting(), 100, now::get);

  private final class Counting implements EchoGateway {
    @Override
    public @Nullable String refusal() {
      return null;
    }

    @Override
    public boolean send(InetAddress target, int sequence, long token) {
      sent.incrementAndGet();
      return true;
    }

    @Override
    public Runnable listen(Consumer<EchoReply> taker) {
      return () -> {};
    }

    @Override
    public void close() {}
  }

  private int sentIn(int millis) throws IOException {
    int before = sent.get();
    for (int i = 0; i < millis; i++) {
      now.addAndGet(1_000_000);
      for (int j = 0; j < 5; j++) {
        assertThat(echoes.send(TARGET, j, 1)).isIn(true, false);
      }
    }
    return sent.get() - before;
  }

  @Test
  void sendsSoManyInASecondAndATenthOfThemAtOnce() throws IOException {
    assertThat(sentIn(1)).isEqualTo(5);
    assertThat(sentIn(999)).isBetween(104, 106);
    assertThat(sentIn(1_000)).isBetween(99, 101);
  }

  @Test
  void aLongPauseSavesNoMoreUp() throws IOException {
    sentIn(1_000);
    now.addAndGet(3_600_000_000_000L);
    assertThat(sentIn(1_000)).isBetween(109, 111);
  }
}
