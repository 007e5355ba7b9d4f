package dev.belfry.engine.probe.http;

import dev.belfry.engine.probe.Phase;
import dev.belfry.engine.probe.ProbeConnection;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** A connection that carries one HTTP request. Confined to one event loop. */
final class HttpConnection extends ProbeConnection {
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

  private final HttpExecution execution;
  private @Nullable ResponseReader reader;
  private boolean interim;

  /**
   * Creates a connection that is not dialled yet.
   *
   * @param address permitted by the guard
   * @throws io.netty.channel.ChannelException if there is no free socket
   */
  HttpConnection(HttpExecution execution, InetSocketAddress address) {
    super(execution, address);
    this.execution = execution;
  }

  @Override
  protected void addHandlers(ChannelPipeline pipeline) {
    pipeline.addLast(new Decoder(execution.isHead()));
  }

  @Override
  protected void send() {
    execution.onPhase(Phase.FIRST_BYTE);
    var unused =
        channel().writeAndFlush(execution.request(channel().alloc()), channel().voidPromise());
  }

  @Override
  protected void read(Object message) {
    if (!(message instanceof HttpObject part)) {
      return;
    }
    if (part.decoderResult().isFailure()) {
      fail(part.decoderResult().cause());
      return;
    }
    if (part instanceof HttpResponse head) {
      onHead(head);
    }
    if (!isDone() && part instanceof HttpContent content) {
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
      reader = new ResponseReader(head, execution.memory());
      if (execution.follows(head)) {
        HttpAnswer redirect = reader.partial();
        abandon();
        execution.onRedirect(redirect, head);
      }
    }
  }

  private void onContent(HttpContent content) {
    if (interim || reader == null) {
      return;
    }
    if (!reader.add(content.content())) {
      reader.release();
      abandon();
      execution.onNoMemory();
      return;
    }
    boolean cut = reader.bodyBytes() > MOST_BODY_BYTES;
    if (cut) {
      abandon();
      execution.onAnswer(reader.answer(true));
    } else if (content instanceof LastHttpContent) {
      linger();
      execution.onAnswer(reader.answer(false));
    }
  }

  /** The answer read so far, null before its head is complete. Nothing more is read. */
  @Nullable HttpAnswer partialAnswer() {
    return reader == null ? null : reader.partial();
  }

  /** Notes the first byte, which may come long before the first line is complete. */
  private final class Decoder extends HttpResponseDecoder {
    private final boolean isHead;
    private boolean started;

    Decoder(boolean isHead) {
      super(DECODER);
      this.isHead = isHead;
    }

    @Override
    protected boolean isContentAlwaysEmpty(HttpMessage message) {
      return isHead || super.isContentAlwaysEmpty(message);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) throws Exception {
      if (!started) {
        started = true;
        execution.onPhase(Phase.DOWNLOAD);
      }
      super.channelRead(context, bytes);
    }
  }
}
