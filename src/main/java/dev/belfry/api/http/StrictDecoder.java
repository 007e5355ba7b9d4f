package dev.belfry.api.http;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.VertxHttpRequestDecoder;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.List;

/**
 * Reads requests of HTTP/1.1 as the library does, but none whose end a proxy before us might see
 * elsewhere: with both a length and a transfer coding, or with a coding other than chunked (RFC
 * 9112, 6.1 and 6.3), of no other version, and without a field that has no name (RFC 9110, 5.1).
 * The library itself forgives them.
 */
final class StrictDecoder extends VertxHttpRequestDecoder {
  /** The library's name for its decoder in the pipeline of a connection. */
  private static final String NAME = "httpDecoder";

  private StrictDecoder(HttpServerOptions options) {
    super(options);
  }

  /** Replaces the library's decoder on a connection that has just been opened. */
  static void install(HttpConnection connection, HttpServerOptions options) {
    ChannelPipeline pipeline = ((ConnectionBase) connection).channelHandlerContext().pipeline();
    if (pipeline.get(NAME) != null) { // HTTP/2 frames its bodies itself.
      pipeline.replace(NAME, NAME, new StrictDecoder(options));
    }
  }

  @Override
  protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
    throw new IllegalArgumentException("both a length and a transfer coding");
  }

  @Override
  protected HttpMessage createMessage(String[] initialLine) {
    HttpMessage message = super.createMessage(initialLine);
    HttpVersion version = message.protocolVersion();
    if (!version.equals(HttpVersion.HTTP_1_1) && !version.equals(HttpVersion.HTTP_1_0)) {
      throw new IllegalArgumentException("a version other than 1.1 and 1.0");
    }
    return message;
  }

  @Override
  protected AsciiString splitHeaderName(byte[] line, int start, int length) {
    if (length == 0) {
      throw new IllegalArgumentException("a field without name");
    }
    return super.splitHeaderName(line, start, length);
  }

  @Override
  protected boolean isContentAlwaysEmpty(HttpMessage message) {
    if (message.headers().contains(HttpHeaderNames.TRANSFER_ENCODING)) {
      List<String> codings = message.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
      if (codings.size() != 1
          || !HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(codings.get(0))) {
        throw new IllegalArgumentException("a transfer coding other than chunked");
      }
    }
    return super.isContentAlwaysEmpty(message);
  }
}
