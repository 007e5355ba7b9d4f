package dev.belfry.engine.probe;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.nio.channels.spi.SelectorProvider;
import org.jspecify.annotations.Nullable;

/**
 * A TCP connection of one probe, with TLS or without. A type of check extends it with what it sends
 * and reads. Confined to one event loop.
 */
public abstract class ProbeConnection extends ChannelInboundHandlerAdapter {
  private final ProbeExecution execution;
  private final InetSocketAddress address;
  private final SocketChannel channel;
  private @Nullable SslHandler tls;
  private boolean done;

  /**
   * Creates a connection that is not dialled yet.
   *
   * @param address permitted by the guard
   * @throws io.netty.channel.ChannelException if there is no free socket
   */
  protected ProbeConnection(ProbeExecution execution, InetSocketAddress address) {
    this.execution = execution;
    this.address = address;
    this.channel =
        new NioSocketChannel(
            SelectorProvider.provider(),
            address.getAddress() instanceof Inet4Address
                ? SocketProtocolFamily.INET
                : SocketProtocolFamily.INET6);
  }

  /** Adds the handlers between TLS and this one. */
  protected void addHandlers(ChannelPipeline pipeline) {}

  /** Sends the request, once the connection is open and secured. */
  protected abstract void send();

  /** Reads a message. It is released afterwards. */
  protected abstract void read(Object message);

  /**
   * Dials the address; the execution takes what follows.
   *
   * @param handler null for a connection without TLS
   */
  public final void open(@Nullable SslHandler handler) {
    tls = handler;
    channel.config().setConnectTimeoutMillis(0);
    ChannelFuture registered = execution.loop().events().register(channel);
    if (registered.cause() != null) {
      Tls.discard(handler);
      fail(registered.cause());
      return;
    }
    if (handler != null) {
      channel.pipeline().addLast(handler);
    }
    addHandlers(channel.pipeline());
    channel.pipeline().addLast(this);
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

  @Override
  public final void userEventTriggered(ChannelHandlerContext context, Object event) {
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
  public final void channelRead(ChannelHandlerContext context, Object message) {
    try {
      if (done) {
        LingeringCloses.end(channel);
      } else {
        read(message);
      }
    } finally {
      ReferenceCountUtil.release(message);
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
  public final void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (done) {
      LingeringCloses.end(channel);
    } else {
      fail(cause);
    }
  }

  /** The open connection. */
  protected final SocketChannel channel() {
    return channel;
  }

  /** Whether it reports nothing more. */
  protected final boolean isDone() {
    return done;
  }

  /** Closes the connection and fails the probe. */
  protected final void fail(Throwable cause) {
    abandon();
    execution.onFailure(cause);
  }

  /** Closes the connection and reports nothing more. */
  public final void abandon() {
    done = true;
    LingeringCloses.end(channel);
  }

  /** Reports nothing more and gives the target a moment to close the connection first. */
  protected final void linger() {
    done = true;
    if (channel.isActive()) {
      execution.loop().lingeringCloses().add(channel);
    }
  }
}
