package dev.belfry.statuspages.publicsite;

import dev.belfry.api.http.ApiResponse;
import dev.belfry.platform.seal.Sha256;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/** A document as it is sent, plain and packed, each with its own entity tag (RFC 9110, 8.8.3.3). */
record SiteContent(ApiResponse plain, ApiResponse packed) {
  private static final int TAG_BYTES = 12;
  private static final String VARY = "vary";
  private static final String BY_CLIENT = "accept-encoding, accept-language";

  /**
   * What everybody may keep: for a moment, longer while a new one is on its way or not to be had.
   */
  static final String PUBLIC = "public, max-age=5, stale-while-revalidate=30, stale-if-error=86400";

  /** What only whoever may read the page may keep, and has to ask for each time. */
  static final String PRIVATE = "private, no-cache";

  /** Makes both of the bytes of a document; {@code headers} come with them. */
  static SiteContent of(int status, byte[] document, Map<String, String> headers) {
    String tag =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(Arrays.copyOf(Sha256.digest().digest(document), TAG_BYTES));
    Map<String, String> plain = new HashMap<>(headers);
    plain.put(ApiResponse.ETAG, '"' + tag + '"');
    plain.put(VARY, BY_CLIENT);
    Map<String, String> packed = new HashMap<>(plain);
    packed.put(ApiResponse.ETAG, '"' + tag + "-gzip\"");
    packed.put("content-encoding", "gzip");
    return new SiteContent(
        new ApiResponse(status, Buffer.buffer(document), plain),
        new ApiResponse(status, Buffer.buffer(pack(document)), packed));
  }

  /** An answer that nobody may keep, and so neither packed nor tagged. */
  static ApiResponse once(int status, byte[] document, Map<String, String> headers) {
    return new ApiResponse(status, Buffer.buffer(document), headers).with(VARY, BY_CLIENT);
  }

  private static byte[] pack(byte[] document) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream(document.length / 4 + 64);
    try (GZIPOutputStream stream = new GZIPOutputStream(packed)) {
      stream.write(document);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packed.toByteArray();
  }

  /** The answer for a client that does or does not understand gzip. */
  ApiResponse answer(boolean takesGzip) {
    return takesGzip ? packed : plain;
  }

  /** Bytes it takes in memory. */
  int size() {
    return length(plain) + length(packed);
  }

  private static int length(ApiResponse answer) {
    Buffer body = answer.body();
    return body == null ? 0 : body.length();
  }
}
