package dev.belfry.engine.probe.dns;

import dev.belfry.engine.probe.Phase;
import dev.belfry.engine.probe.ProbeConnection;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.codec.dns.DefaultDnsQuery;
import io.netty.handler.codec.dns.TcpDnsQueryEncoder;
import java.net.InetSocketAddress;

/** A connection that carries one query (RFC 7766). Confined to one event loop. */
final class DnsConnection extends ProbeConnection {
  private static final int LENGTH = 2;
  private static final int LARGEST = 65_535;

  private final DnsExecution execution;
  private final InetSocketAddress server;
  private final int id;

  /**
   * Creates a connection that is not dialled yet.
   *
   * @throws io.netty.channel.ChannelException if there is no free socket
   */
  DnsConnection(DnsExecution execution, InetSocketAddress server, int id) {
    super(execution, server);
    this.execution = execution;
    this.server = server;
    this.id = id;
  }

  @Override
  protected void addHandlers(ChannelPipeline pipeline) {
    pipeline
        .addLast(new TcpDnsQueryEncoder())
        .addLast(new LengthFieldBasedFrameDecoder(LENGTH + LARGEST, 0, LENGTH, 0, LENGTH));
  }

  @Override
  protected void send() {
    execution.onPhase(Phase.FIRST_BYTE);
    var unused =
        channel()
            .writeAndFlush(
                execution.question().fill(new DefaultDnsQuery(id)), channel().voidPromise());
  }

  @Override
  protected void read(Object received) {
    if (!(received instanceof ByteBuf bytes)) {
      return;
    }
    try {
      DnsMessage message = DnsMessage.read(bytes, id, execution.question());
      if (message != null) {
        linger();
        execution.onConnectionAnswer(message, server);
      }
    } catch (MalformedAnswerException e) {
      execution.onMalformed(e, server);
    }
  }
}
