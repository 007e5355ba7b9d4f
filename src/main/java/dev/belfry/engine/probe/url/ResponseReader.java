package dev.belfry.engine.probe.url;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Reads a response: keeps what a result may store, and counts the other bytes. */
final class ResponseReader {
  private static final int MOST_HEADERS = 100;
  private static final int MOST_HEADER_CHARACTERS = 16_384;

  /** Bytes that {@link UrlAnswer#BODY_KEPT} characters take at most. */
  private static final int MOST_KEPT = UrlAnswer.BODY_KEPT * 4;

  private static final byte[] NOTHING = {};

  private final HttpResponse head;
  private byte[] kept = NOTHING;
  private long bodyBytes;

  ResponseReader(HttpResponse head) {
    this.head = head;
  }

  void add(ByteBuf content) {
    int length = content.readableBytes();
    bodyBytes += length;
    int left = Math.min(length, MOST_KEPT - kept.length);
    if (left > 0) {
      int before = kept.length;
      kept = Arrays.copyOf(kept, before + left);
      content.getBytes(content.readerIndex(), kept, before, left);
    }
  }

  long bodyBytes() {
    return bodyBytes;
  }

  /** The answer as read so far. */
  UrlAnswer answer(boolean bodyCut) {
    return new UrlAnswer(
        head.status().code(),
        storable(head.status().reasonPhrase()),
        headers(),
        body(),
        bodyBytes,
        bodyCut);
  }

  private List<UrlAnswer.Header> headers() {
    List<UrlAnswer.Header> headers = new ArrayList<>(head.headers().size());
    int left = MOST_HEADER_CHARACTERS;
    Iterator<Map.Entry<String, String>> all = head.headers().iteratorAsString();
    while (all.hasNext() && headers.size() < MOST_HEADERS) {
      Map.Entry<String, String> header = all.next();
      left -= header.getKey().length() + header.getValue().length();
      if (left < 0) {
        break;
      }
      headers.add(new UrlAnswer.Header(storable(header.getKey()), storable(header.getValue())));
    }
    return headers;
  }

  /** The body as text; empty for a compressed body, which the request did not accept. */
  private String body() {
    String encoding = head.headers().get(HttpHeaderNames.CONTENT_ENCODING);
    if (kept.length == 0 || (encoding != null && !encoding.equalsIgnoreCase("identity"))) {
      return "";
    }
    Charset charset = HttpUtil.getCharset(head, StandardCharsets.UTF_8);
    String text = storable(new String(kept, charset));
    int end = Math.min(text.length(), UrlAnswer.BODY_KEPT);
    return text.substring(
        0, end > 0 && Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end);
  }

  /** Replaces NUL, which Postgres cannot store in a text. */
  private static String storable(String text) {
    return text.indexOf('\0') < 0 ? text : text.replace('\0', '\ufffd');
  }
}
