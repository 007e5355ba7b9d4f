package dev.belfry.api.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.AsciiString;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.VertxHttpRequestDecoder;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads requests of HTTP/1.1 as the library does, but none whose end a proxy before us might see
 * elsewhere: with both a length and a transfer coding, or with a coding other than chunked (RFC
 * 9112, 6.1 and 6.3), of no other version, with single blanks in the request line (3), and without
 * a field that has no name (RFC 9110, 5.1). The library itself forgives them.
 *
 * <p>The library closes a connection at a chunk that is not well-formed. This decoder reports it
 * instead, so that the request can be answered.
 */
final class StrictDecoder extends VertxHttpRequestDecoder {
  /** The library's name for its decoder in the pipeline of a connection. */
  private static final String NAME = "httpDecoder";

  private static final Pattern VERSION = Pattern.compile("HTTP/[0-9]\\.[0-9]");

  private final Runnable onMalformedBody;

  /** Where the word of the request line that was read last ends. */
  private int wordEnd;

  /** Why a request is refused that is of another version than 1.1 and 1.0. */
  static final class OtherVersionException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private OtherVersionException() {
      super("a version other than 1.1 and 1.0");
    }
  }

  private StrictDecoder(HttpServerOptions options, Runnable onMalformedBody) {
    super(options);
    this.onMalformedBody = onMalformedBody;
  }

  /**
   * Replaces the library's decoder on a connection that has just been opened.
   *
   * @param onMalformedBody is run when the body of a request cannot be read on; nothing more of the
   *     connection is read then
   */
  static void install(
      HttpConnection connection, HttpServerOptions options, Runnable onMalformedBody) {
    ChannelPipeline pipeline = ((ConnectionBase) connection).channelHandlerContext().pipeline();
    if (pipeline.get(NAME) != null) { // HTTP/2 frames its bodies itself.
      pipeline.replace(NAME, NAME, new StrictDecoder(options, onMalformedBody));
    }
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out)
      throws Exception {
    super.decode(context, in, out);
    int last = out.size() - 1;
    if (last >= 0
        && out.get(last) instanceof HttpContent content
        && !(content instanceof HttpRequest)
        && content.decoderResult().isFailure()) {
      out.remove(last);
      ReferenceCountUtil.release(content);
      onMalformedBody.run();
    }
  }

  @Override
  protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
    throw new IllegalArgumentException("both a length and a transfer coding");
  }

  @Override
  protected String splitFirstWordInitialLine(byte[] line, int start, int length) {
    wordEnd = start + length;
    return super.splitFirstWordInitialLine(line, start, length);
  }

  @Override
  protected String splitSecondWordInitialLine(byte[] line, int start, int length) {
    requireBlank(line, start);
    wordEnd = start + length;
    return super.splitSecondWordInitialLine(line, start, length);
  }

  @Override
  protected String splitThirdWordInitialLine(byte[] line, int start, int length) {
    requireBlank(line, start);
    return super.splitThirdWordInitialLine(line, start, length);
  }

  private void requireBlank(byte[] line, int start) {
    if (start != wordEnd + 1 || line[wordEnd] != ' ') {
      throw new IllegalArgumentException("words that more or less than a blank parts");
    }
  }

  @Override
  protected HttpMessage createMessage(String[] initialLine) {
    String version = initialLine[2];
    if (!version.equals("HTTP/1.1") && !version.equals("HTTP/1.0")) {
      throw VERSION.matcher(version).matches()
          ? new OtherVersionException()
          : new IllegalArgumentException("no version");
    }
    return super.createMessage(initialLine);
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
