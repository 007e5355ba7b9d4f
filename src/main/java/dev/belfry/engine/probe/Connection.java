package dev.belfry.engine.probe;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.nio.channels.spi.SelectorProvider;
import org.jspecify.annotations.Nullable;

/** One connection, which carries one request. Everything happens on one event loop. */
final class Connection extends ChannelInboundHandlerAdapter {
  /** Bytes of a body that are read. */
  static final long MOST_BODY_BYTES = 10L << 20;

  private static final int MOST_HEADER_BYTES = 64 << 10;
  private static final int SWITCHING_PROTOCOLS = 101;
  private static final HttpDecoderConfig DECODER =
      new HttpDecoderConfig()
          .setMaxInitialLineLength(MOST_HEADER_BYTES)
          .setMaxHeaderSize(MOST_HEADER_BYTES)
          .setMaxChunkSize(MOST_HEADER_BYTES)
          .setValidateHeaders(false);

  private final ProbeExecution visit;
  private final ProbeEventLoop loop;
  private final InetSocketAddress address;
  private final SocketChannel channel;
  private @Nullable SslHandler tls;
  private @Nullable ResponseReader reader;
  private boolean interim;
  private boolean done;

  /**
   * A connection that is not dialled yet.
   *
   * @param address one that the guard permitted
   * @throws io.netty.channel.ChannelException if there is no free socket
   */
  Connection(ProbeExecution visit, ProbeEventLoop loop, InetSocketAddress address) {
    this.visit = visit;
    this.loop = loop;
    this.address = address;
    this.channel =
        new NioSocketChannel(
            SelectorProvider.provider(),
            address.getAddress() instanceof Inet4Address
                ? SocketProtocolFamily.INET
                : SocketProtocolFamily.INET6);
  }

  /** Dials. */
  void open(@Nullable SslHandler handler) {
    tls = handler;
    channel.config().setConnectTimeoutMillis(0);
    ChannelFuture registered = loop.events().register(channel);
    if (registered.cause() != null) {
      fail(registered.cause());
      return;
    }
    if (handler != null) {
      channel.pipeline().addLast(handler);
    }
    channel.pipeline().addLast(new Decoder(), this);
    ChannelFuture connected = channel.connect(address);
    connected.addListener(
        future -> {
          if (done) {
            return;
          }
          if (connected.isSuccess()) {
            connected();
          } else {
            fail(connected.cause());
          }
        });
  }

  private void connected() {
    if (tls == null) {
      send();
    } else {
      visit.enter(Phase.SECURE);
    }
  }

  private void send() {
    visit.enter(Phase.FIRST_BYTE);
    ByteBuf request = visit.request(channel.alloc());
    var unused = channel.writeAndFlush(request, channel.voidPromise());
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (done || tls == null || !(event instanceof SslHandshakeCompletionEvent handshake)) {
      return;
    }
    if (handshake.isSuccess()) {
      visit.secured(Tls.expiry(tls.engine().getSession()));
      send();
    } else {
      fail(handshake.cause());
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    try {
      if (done) {
        LingeringCloses.end(channel);
      } else if (message instanceof HttpObject part) {
        read(part);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void read(HttpObject part) {
    if (part.decoderResult().isFailure()) {
      fail(part.decoderResult().cause());
      return;
    }
    if (part instanceof HttpResponse head) {
      begin(head);
    }
    if (!done && part instanceof HttpContent content) {
      goOn(content);
    }
  }

  private void begin(HttpResponse head) {
    int code = head.status().code();
    if (code < 100 || code > 999) {
      fail(new IllegalArgumentException("No status code"));
      return;
    }
    interim = code < 200 && code != SWITCHING_PROTOCOLS;
    if (!interim) {
      reader = new ResponseReader(head);
      if (visit.leadsOn(head)) {
        ProbeResponse answer = reader.answer(false);
        abandon();
        visit.redirected(answer, head);
      }
    }
  }

  private void goOn(HttpContent content) {
    if (interim || reader == null) {
      return;
    }
    reader.add(content.content());
    boolean cut = reader.bodyBytes() > MOST_BODY_BYTES;
    if (cut) {
      abandon();
      visit.answered(reader.answer(true));
    } else if (content instanceof LastHttpContent) {
      done = true;
      if (channel.isActive()) {
        loop.farewells().add(channel);
      }
      visit.answered(reader.answer(false));
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (!done) {
      done = true;
      visit.closed();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (done) {
      LingeringCloses.end(channel);
    } else {
      fail(cause);
    }
  }

  private void fail(Throwable cause) {
    abandon();
    visit.failed(cause);
  }

  /** Closes the connection and says nothing more. */
  void abandon() {
    done = true;
    LingeringCloses.end(channel);
  }

  /** What came so far of an answer whose head came. */
  @Nullable ProbeResponse partialAnswer() {
    return reader == null ? null : reader.answer(false);
  }

  /** Tells when the first byte is there, which may be long before the first line is. */
  private final class Decoder extends HttpResponseDecoder {
    private boolean started;

    Decoder() {
      super(DECODER);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) throws Exception {
      if (!started) {
        started = true;
        visit.enter(Phase.DOWNLOAD);
      }
      super.channelRead(context, bytes);
    }
  }
}
