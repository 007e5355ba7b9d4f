package dev.belfry.engine.probe.http;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** Reads a response: keeps what a result may store and assertions need, counts the other bytes. */
final class ResponseReader {
  private static final int MOST_HEADERS = 100;
  private static final int MOST_HEADER_CHARACTERS = 16_384;

  /** Bytes that {@link HttpAnswer#BODY_KEPT} characters take at most. */
  private static final int MOST_KEPT = HttpAnswer.BODY_KEPT * 4;

  private static final byte[] NOTHING = {};

  private final HttpResponse head;
  private final @Nullable BodyMemory memory;
  private byte[] kept = NOTHING;
  private int length;
  private int counted;
  private long bodyBytes;

  /**
   * Creates a reader.
   *
   * @param memory for the body that assertions look at; null when none does
   */
  ResponseReader(HttpResponse head, @Nullable BodyMemory memory) {
    this.head = head;
    this.memory = memory;
  }

  /** Reads a part of the body; false if there is no memory for it. */
  boolean add(ByteBuf content) {
    int arrived = content.readableBytes();
    bodyBytes += arrived;
    int most = memory == null ? MOST_KEPT : AssertedBody.MOST_BYTES;
    int left = Math.min(arrived, most - length);
    if (left <= 0) {
      return true;
    }
    if (!reserve(length + left, most)) {
      return false;
    }
    content.getBytes(content.readerIndex(), kept, length, left);
    length += left;
    return true;
  }

  private boolean reserve(int needed, int most) {
    if (needed <= kept.length) {
      return true;
    }
    int size = memory == null ? needed : Math.min(most, Math.max(needed, kept.length * 2));
    if (memory != null && size > BodyMemory.UNCOUNTED) {
      if (!memory.take(size - counted)) {
        return false;
      }
      counted = size;
    }
    kept = Arrays.copyOf(kept, size);
    return true;
  }

  long bodyBytes() {
    return bodyBytes;
  }

  /** The answer as far as it was read, without a body for assertions. */
  HttpAnswer partial() {
    release();
    return answer(false, null);
  }

  /** The whole answer. */
  HttpAnswer answer(boolean bodyCut) {
    BodyMemory own = memory;
    if (own == null) {
      return answer(bodyCut, null);
    }
    boolean isWhole = bodyBytes <= AssertedBody.MOST_BYTES;
    AssertedBody asserted = new AssertedBody(isWhole ? decoded() : null, own, counted);
    counted = 0;
    return answer(bodyCut, asserted);
  }

  /** Gives the counted memory back. */
  void release() {
    if (memory != null) {
      memory.give(counted);
      counted = 0;
    }
  }

  private HttpAnswer answer(boolean bodyCut, @Nullable AssertedBody asserted) {
    return new HttpAnswer(
        head.status().code(),
        storable(head.status().reasonPhrase()),
        headers(),
        body(),
        bodyBytes,
        bodyCut,
        asserted);
  }

  private List<HttpAnswer.Header> headers() {
    List<HttpAnswer.Header> headers = new ArrayList<>(head.headers().size());
    int left = MOST_HEADER_CHARACTERS;
    Iterator<Map.Entry<String, String>> all = head.headers().iteratorAsString();
    while (all.hasNext() && headers.size() < MOST_HEADERS) {
      Map.Entry<String, String> header = all.next();
      left -= header.getKey().length() + header.getValue().length();
      if (left < 0) {
        break;
      }
      headers.add(new HttpAnswer.Header(storable(header.getKey()), storable(header.getValue())));
    }
    return headers;
  }

  /** The beginning of the body; empty for a compressed body, which the request did not accept. */
  private String body() {
    if (length == 0 || !encoding().isEmpty()) {
      return "";
    }
    String text = storable(new String(kept, 0, Math.min(length, MOST_KEPT), charset()));
    int end = Math.min(text.length(), HttpAnswer.BODY_KEPT);
    return text.substring(
        0, end > 0 && Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end);
  }

  /** The whole body; empty in an encoding other than gzip, null if it becomes too large. */
  private @Nullable String decoded() {
    return switch (encoding()) {
      case "" -> new String(kept, 0, length, charset());
      case "gzip", "x-gzip" -> inflated();
      default -> "";
    };
  }

  private @Nullable String inflated() {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(kept, 0, length))) {
      byte[] plain = in.readNBytes(AssertedBody.MOST_BYTES + 1);
      return plain.length > AssertedBody.MOST_BYTES ? null : new String(plain, charset());
    } catch (IOException damaged) {
      return "";
    }
  }

  /** The encoding of the body in lower case, empty for none. */
  private String encoding() {
    String encoding = head.headers().get(HttpHeaderNames.CONTENT_ENCODING, "");
    return encoding.equalsIgnoreCase("identity") ? "" : encoding.toLowerCase(Locale.ROOT);
  }

  private Charset charset() {
    return HttpUtil.getCharset(head, StandardCharsets.UTF_8);
  }

  /** Replaces NUL, which Postgres cannot store in a text. */
  private static String storable(String text) {
    return text.indexOf('\0') < 0 ? text : text.replace('\0', '\ufffd');
  }
}
