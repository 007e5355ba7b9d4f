package dev.belfry.testing;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.vertx.core.buffer.Buffer;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.util.Map;

/** An HTTP/2 connection on which a test says exactly which frames it wants (RFC 9113, 6). */
public final class RawHttp2 implements AutoCloseable {
  public static final int DATA = 0;
  public static final int HEADERS = 1;
  public static final int RESET = 3;
  public static final int SETTINGS = 4;
  public static final int GO_AWAY = 7;

  public static final int END_STREAM = 1;
  public static final int END_HEADERS = 4;

  private static final int PRIORITY = 0x20;

  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;
  private final DefaultHttp2HeadersEncoder encoder = new DefaultHttp2HeadersEncoder();
  private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder();

  /** A frame. */
  public record Frame(int type, int flags, int stream, Buffer payload) {
    /** The unsigned number at a place of the payload. */
    public long number(int at) {
      return payload.getUnsignedInt(at);
    }

    public String text() {
      return payload.toString();
    }
  }

  /** Begins to talk on a connection. */
  public RawHttp2(Socket socket) {
    this.socket = socket;
    try {
      in = new DataInputStream(socket.getInputStream());
      // One write: a server that answers the preface's first line may hang up before its rest.
      out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
      out.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    } catch (IOException e) {
      throw new AssertionError("no connection", e);
    }
    send(SETTINGS, 0, 0, new byte[0]);
  }

  /** Sends a frame; a server that has hung up already is no failure. */
  public RawHttp2 send(int type, int flags, int stream, byte[] payload) {
    try {
      out.writeByte(payload.length >> 16);
      out.writeShort(payload.length);
      out.writeByte(type);
      out.writeByte(flags);
      out.writeInt(stream);
      out.write(payload);
      out.flush();
    } catch (IOException hungUp) {
      return this;
    }
    return this;
  }

  /** Sends the head of a request; {@code more} headers have lower-case names. */
  public RawHttp2 request(
      int stream, int flags, String method, String path, Map<String, String> more) {
    return send(HEADERS, flags | END_HEADERS, stream, head(method, path, more));
  }

  /** The encoded head of a request. */
  public byte[] head(String method, String path, Map<String, String> more) {
    Http2Headers headers =
        new DefaultHttp2Headers(false)
            .method(method)
            .path(path)
            .scheme("https")
            .authority("belfry.test");
    more.forEach(headers::add);
    ByteBuf block = Unpooled.buffer();
    try {
      encoder.encodeHeaders(1, headers, block);
      return ByteBufUtil.getBytes(block);
    } catch (Http2Exception e) {
      throw new AssertionError("headers cannot be encoded", e);
    }
  }

  /** The next frame of a type on a stream; every other one before it is passed over. */
  public Frame await(int stream, int type) {
    for (Frame frame = read(); ; frame = read()) {
      if (frame.type() == HEADERS && type != HEADERS) {
        headers(frame); // The decoder must see all of them.
      }
      if (frame.stream() == stream && frame.type() == type) {
        return frame;
      }
    }
  }

  /** The next frame of one of two types, each on a stream. */
  public Frame await(int stream, int type, int orStream, int orType) {
    for (Frame frame = read(); ; frame = read()) {
      if ((frame.stream() == stream && frame.type() == type)
          || (frame.stream() == orStream && frame.type() == orType)) {
        return frame;
      }
    }
  }

  /** The headers of the next answer on a stream. */
  public Http2Headers answer(int stream) {
    for (Frame frame = read(); ; frame = read()) {
      if (frame.type() == HEADERS) {
        Http2Headers headers = headers(frame);
        if (frame.stream() == stream) {
          return headers;
        }
      }
    }
  }

  private Http2Headers headers(Frame frame) {
    int priority = (frame.flags() & PRIORITY) == 0 ? 0 : 5; // Bytes.
    ByteBuf block = Unpooled.wrappedBuffer(frame.payload().getBytes()).skipBytes(priority);
    try {
      return decoder.decodeHeaders(frame.stream(), block);
    } catch (Http2Exception e) {
      throw new AssertionError("headers cannot be decoded", e);
    }
  }

  /** Passes over frames until the server hangs up; fails if it does not. */
  public void awaitEnd() {
    try {
      while (in.read() >= 0) {}
    } catch (java.net.SocketTimeoutException silence) {
      throw new AssertionError("the connection stays open", silence);
    } catch (IOException reset) {
      return;
    }
  }

  private Frame read() {
    try {
      byte[] head = in.readNBytes(9);
      if (head.length < 9) {
        throw new EOFException("the server has hung up");
      }
      ByteBuf bytes = Unpooled.wrappedBuffer(head);
      return new Frame(
          bytes.getByte(3),
          bytes.getByte(4),
          bytes.getInt(5) & Integer.MAX_VALUE,
          Buffer.buffer(in.readNBytes(bytes.getUnsignedMedium(0))));
    } catch (IOException e) {
      throw new AssertionError("no frame arrived", e);
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new AssertionError("closing failed", e);
    }
  }
}
