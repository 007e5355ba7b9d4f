package dev.belfry.platform.icmp;

import java.io.IOException;
import java.net.InetAddress;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Sends echo requests and hears replies. Any thread may call; no call waits for the network. */
public interface EchoGateway extends AutoCloseable {
  /** Bytes of a request without the IP header. */
  int PACKET_SIZE = 64;

  /**
   * Why this process may send no echo requests, with what an operator has to set: a sentence
   * without a full stop. Null when it may.
   */
  @Nullable String refusal();

  /**
   * Sends one echo request.
   *
   * @param sequence 0 to 65535
   * @param token what the reply brings back
   * @return false when the request has to be sent later, because the process or the system has sent
   *     too many
   * @throws IOException if the target cannot be reached from here
   */
  boolean send(InetAddress target, int sequence, long token) throws IOException;

  /**
   * Hands all replies to a taker, on a thread that it must not keep.
   *
   * @return stops that when it is run
   */
  Runnable listen(Consumer<EchoReply> taker);

  /** Closes the sockets. It does not wait. */
  @Override
  void close();
}
