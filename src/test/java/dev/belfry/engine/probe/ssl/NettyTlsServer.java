package dev.belfry.engine.probe.ssl;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.pkitesting.X509Bundle;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server of BoringSSL, which speaks versions that the JDK no longer does, and staples. */
final class NettyTlsServer implements AutoCloseable {
  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final SslContext context;
  private final Channel channel;

  /**
   * @param staple the OCSP response, empty for none
   * @param ciphers empty for the usual ones
   */
  NettyTlsServer(X509Bundle certificate, String protocol, List<String> ciphers, byte[] staple)
      throws Exception {
    SslContextBuilder builder =
        SslContextBuilder.forServer(
                certificate.getKeyPair().getPrivate(), certificate.getCertificatePathWithRoot())
            .sslProvider(SslProvider.OPENSSL_REFCNT)
            .protocols(protocol)
            .enableOcsp(staple.length > 0);
    context = (ciphers.isEmpty() ? builder : builder.ciphers(ciphers)).build();
    channel =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel accepted) {
                    SslHandler handler = context.newHandler(ByteBufAllocator.DEFAULT);
                    if (staple.length > 0) {
                      ((ReferenceCountedOpenSslEngine) handler.engine()).setOcspResponse(staple);
                    }
                    accepted.pipeline().addLast(handler);
                  }
                })
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .sync()
            .channel();
  }

  int port() {
    return ((InetSocketAddress) channel.localAddress()).getPort();
  }

  @Override
  public void close() {
    channel.close().syncUninterruptibly();
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    ReferenceCountUtil.release(context);
  }
}
