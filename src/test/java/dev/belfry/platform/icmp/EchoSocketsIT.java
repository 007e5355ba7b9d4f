package dev.belfry.platform.icmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * The sockets of this machine. Where the system allows pings, the machine pings itself; where it
 * does not, the gateway says why and what to set.
 */
class EchoSocketsIT {
  private static final int PINGS = 20;

  @Test
  void thisMachineAnswersItselfOrTheGatewaySaysWhyNot() throws Exception {
    EchoGateway echoes = EchoSockets.open(InstantSource.system());
    try {
      String refusal = echoes.refusal();
      if (refusal == null) {
        answersItself(echoes);
      } else {
        assertThat(refusal).contains("net.ipv4.ping_group_range is \"", "the group of the process");
        assertThatThrownBy(() -> echoes.send(InetAddress.getLoopbackAddress(), 0, 1))
            .isInstanceOf(IOException.class)
            .hasMessage(refusal);
      }
    } finally {
      echoes.close();
    }
  }

  private static void answersItself(EchoGateway echoes) throws Exception {
    BlockingQueue<EchoReply> replies = new LinkedBlockingQueue<>();
    Runnable stop = echoes.listen(replies::add);
    InetAddress target = InetAddress.getLoopbackAddress();
    for (int i = 0; i < PINGS; i++) {
      long sent = System.nanoTime();
      assertThat(echoes.send(target, i, 1_000 + i)).isTrue();
      EchoReply reply = replies.poll(10, TimeUnit.SECONDS);
      assertThat(reply).isNotNull();
      assertThat(reply.from()).isEqualTo(target);
      assertThat(reply.sequence()).isEqualTo(i);
      assertThat(reply.token()).isEqualTo(1_000 + i);
      assertThat(reply.hopLimit()).isBetween(1, 255);
      assertThat(reply.at()).isBetween(sent, System.nanoTime());
    }
    stop.run();
    assertThat(echoes.send(target, 0, 1)).isTrue();
    assertThat(replies.poll(100, TimeUnit.MILLISECONDS)).isNull();
  }
}
