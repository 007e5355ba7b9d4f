package dev.belfry.engine.probe.dns;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.handler.codec.dns.DatagramDnsQuery;
import io.netty.handler.codec.dns.DatagramDnsQueryEncoder;
import io.netty.util.ReferenceCountUtil;
import java.net.Inet4Address;
import java.net.InetSocketAddress;

/**
 * A query of one server over UDP. The socket has a port of its own and is connected, so that the
 * system passes on nothing from another address. Confined to one event loop.
 */
final class DatagramExchange extends ChannelInboundHandlerAdapter {
  private static final int LARGEST = 65_535;

  private final DnsExecution execution;
  private final InetSocketAddress server;
  private final int id;
  private final NioDatagramChannel channel;
  private boolean done;

  /**
   * Creates one that has sent nothing yet.
   *
   * @throws io.netty.channel.ChannelException if there is no free socket
   */
  DatagramExchange(DnsExecution execution, InetSocketAddress server, int id) {
    this.execution = execution;
    this.server = server;
    this.id = id;
    this.channel =
        new NioDatagramChannel(
            server.getAddress() instanceof Inet4Address
                ? SocketProtocolFamily.INET
                : SocketProtocolFamily.INET6);
  }

  /** Sends the query; the execution takes what follows. */
  void open() {
    channel.config().setRecvByteBufAllocator(new FixedRecvByteBufAllocator(LARGEST));
    ChannelFuture registered = execution.loop().events().register(channel);
    if (registered.cause() != null) {
      fail(registered.cause());
      return;
    }
    channel.pipeline().addLast(new DatagramDnsQueryEncoder()).addLast(this);
    sendAfter(channel.connect(server));
  }

  private void sendAfter(ChannelFuture connected) {
    connected.addListener(
        future -> {
          if (connected.isSuccess()) {
            send();
          } else {
            fail(connected.cause());
          }
        });
  }

  /** Sends the query, maybe once more. */
  void send() {
    if (done) {
      return;
    }
    DatagramDnsQuery query = execution.question().fill(new DatagramDnsQuery(null, server, id));
    ChannelFuture sent = channel.writeAndFlush(query);
    sent.addListener(
        future -> {
          if (!sent.isSuccess()) {
            fail(sent.cause());
          }
        });
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object received) {
    try {
      if (!done && received instanceof DatagramPacket packet) {
        read(packet);
      }
    } finally {
      ReferenceCountUtil.release(received);
    }
  }

  private void read(DatagramPacket packet) {
    try {
      DnsMessage message = DnsMessage.read(packet.content(), id, execution.question());
      if (message != null) {
        execution.onDatagram(message, server);
      }
    } catch (MalformedAnswerException e) {
      execution.onMalformed(e, server);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    fail(cause);
  }

  private void fail(Throwable cause) {
    if (!done) {
      close();
      execution.onRefused(this, cause);
    }
  }

  /** Closes the socket and reports nothing more. */
  void close() {
    done = true;
    channel.unsafe().close(channel.voidPromise());
  }
}
