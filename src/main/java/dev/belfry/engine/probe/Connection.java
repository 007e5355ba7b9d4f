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

/** A connection that carries one request. Confined to one event loop. */
final class Connection extends ChannelInboundHandlerAdapter {
  /** Bytes of a body that are read at most. */
  static final long MOST_BODY_BYTES = 10L << 20;

  private static final int MOST_HEADER_BYTES = 64 << 10;
  private static final int SWITCHING_PROTOCOLS = 101;
  private static final HttpDecoderConfig DECODER =
      new HttpDecoderConfig()
          .setMaxInitialLineLength(MOST_HEADER_BYTES)
          .setMaxHeaderSize(MOST_HEADER_BYTES)
          .setMaxChunkSize(MOST_HEADER_BYTES)
          .setValidateHeaders(false);

  private final ProbeExecution execution;
  private final ProbeEventLoop loop;
  private final InetSocketAddress address;
  private final SocketChannel channel;
  private @Nullable SslHandler tls;
  private @Nullable ResponseReader reader;
  private boolean interim;
  private boolean done;

  /**
   * Creates a connection that is not dialled yet.
   *
   * @param address permitted by the guard
   * @throws io.netty.channel.ChannelException if there is no free socket
   */
  Connection(ProbeExecution execution, ProbeEventLoop loop, InetSocketAddress address) {
    this.execution = execution;
    this.loop = loop;
    this.address = address;
    this.channel =
        new NioSocketChannel(
            SelectorProvider.provider(),
            address.getAddress() instanceof Inet4Address
                ? SocketProtocolFamily.INET
                : SocketProtocolFamily.INET6);
  }

  /** Dials the address; the execution takes what follows. */
  void open(@Nullable SslHandler handler) {
    tls = handler;
    channel.config().setConnectTimeoutMillis(0);
    ChannelFuture registered = loop.events().register(channel);
    if (registered.cause() != null) {
      Tls.discard(handler);
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
            onConnected();
          } else {
            fail(connected.cause());
          }
        });
  }

  private void onConnected() {
    if (tls == null) {
      send();
    } else {
      execution.enter(Phase.SECURE);
    }
  }

  private void send() {
    execution.enter(Phase.FIRST_BYTE);
    ByteBuf request = execution.request(channel.alloc());
    var unused = channel.writeAndFlush(request, channel.voidPromise());
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (done || tls == null || !(event instanceof SslHandshakeCompletionEvent handshake)) {
      return;
    }
    if (handshake.isSuccess()) {
      execution.onSecured(Tls.expiry(tls.engine().getSession()));
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
      onHead(head);
    }
    if (!done && part instanceof HttpContent content) {
      onContent(content);
    }
  }

  private void onHead(HttpResponse head) {
    int code = head.status().code();
    if (code < 100 || code > 999) {
      fail(new IllegalArgumentException("The status code is not between 100 and 999"));
      return;
    }
    interim = code < 200 && code != SWITCHING_PROTOCOLS;
    if (!interim) {
      reader = new ResponseReader(head);
      if (execution.follows(head)) {
        ProbeResponse redirect = reader.response(false);
        abandon();
        execution.onRedirect(redirect, head);
      }
    }
  }

  private void onContent(HttpContent content) {
    if (interim || reader == null) {
      return;
    }
    reader.add(content.content());
    boolean cut = reader.bodyBytes() > MOST_BODY_BYTES;
    if (cut) {
      abandon();
      execution.onResponse(reader.response(true));
    } else if (content instanceof LastHttpContent) {
      done = true;
      if (channel.isActive()) {
        loop.lingeringCloses().add(channel);
      }
      execution.onResponse(reader.response(false));
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (!done) {
      done = true;
      execution.onClosed();
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
    execution.onFailure(cause);
  }

  /** Closes the connection and reports nothing more. */
  void abandon() {
    done = true;
    LingeringCloses.end(channel);
  }

  /** The response read so far, null before its head is complete. */
  @Nullable ProbeResponse partialResponse() {
    return reader == null ? null : reader.response(false);
  }

  /** Notes the first byte, which may come long before the first line is complete. */
  private final class Decoder extends HttpResponseDecoder {
    private boolean started;

    Decoder() {
      super(DECODER);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) throws Exception {
      if (!started) {
        started = true;
        execution.enter(Phase.DOWNLOAD);
      }
      super.channelRead(context, bytes);
    }
  }
}
