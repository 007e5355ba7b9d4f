package dev.belfry.engine.probe.ssl;

import dev.belfry.engine.probe.ProbeConnection;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;

/** A connection that is closed after its handshake. Confined to one event loop. */
final class SslConnection extends ProbeConnection {
  private final SslExecution execution;
  private long begun;

  /**
   * Creates a connection that is not dialled yet.
   *
   * @param address permitted by the guard
   * @throws io.netty.channel.ChannelException if there is no free socket
   */
  SslConnection(SslExecution execution, InetSocketAddress address) {
    super(execution, address);
    this.execution = execution;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    begun = System.nanoTime();
    context.fireChannelActive();
  }

  /** Nothing is sent: the handshake is what was asked for. */
  @Override
  protected void send() {
    long now = System.nanoTime();
    SslHandler tls = channel().pipeline().get(SslHandler.class);
    execution.onHandshake(tls.engine(), now - begun);
    linger();
  }

  @Override
  protected void read(Object message) {
    // A server that speaks first, such as a mail server, is not listened to.
  }
}
