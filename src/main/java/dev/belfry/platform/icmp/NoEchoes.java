package dev.belfry.platform.icmp;

import java.io.IOException;
import java.net.InetAddress;
import java.util.function.Consumer;

/**
 * A gateway of a process that may send no echo requests.
 *
 * @param refusal why, a sentence without a full stop
 */
public record NoEchoes(String refusal) implements EchoGateway {
  @Override
  public boolean send(InetAddress target, int sequence, long token) throws IOException {
    throw new IOException(refusal);
  }

  @Override
  public Runnable listen(Consumer<EchoReply> taker) {
    return () -> {};
  }

  @Override
  public void close() {}
}
