package dev.belfry.statuspages.publicsite;

import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.Gzip;
import dev.belfry.api.http.HttpDate;
import dev.belfry.platform.seal.Sha256;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A response body, plain and gzipped, each with its own entity tag (RFC 9110, 8.8.3.3). */
record SiteContent(ApiResponse plain, ApiResponse packed) {
  private static final int TAG_BYTES = 12;
  private static final String VARY = "vary";
  private static final String BY_CLIENT = "accept-encoding, accept-language";

  /**
   * Caching of a public page: for seconds, and longer while a cache revalidates it or gets errors.
   */
  static final String PUBLIC = "public, max-age=5, stale-while-revalidate=30, stale-if-error=86400";

  /** Caching of a private page: by its reader only, with revalidation at each request. */
  static final String PRIVATE = "private, no-cache";

  /** Makes both responses from the bytes of a document. */
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
        new ApiResponse(status, Buffer.buffer(Gzip.compress(document)), packed));
  }

  /** A response that must not be cached, and so is neither gzipped nor tagged. */
  static ApiResponse once(int status, byte[] document, Map<String, String> headers) {
    return new ApiResponse(status, Buffer.buffer(document), headers).with(VARY, BY_CLIENT);
  }

  /** The response for a client that does or does not accept gzip. */
  ApiResponse answer(boolean takesGzip) {
    return takesGzip ? packed : plain;
  }

  /**
   * This document, or the version before if it says the same.
   *
   * @param at when this version was made, from which the document has changed (RFC 9110, 8.8.2)
   */
  SiteContent since(@Nullable SiteContent before, Instant at) {
    if (before != null && Objects.equals(tag(before), tag(this))) {
      return before;
    }
    String modified = HttpDate.format(at);
    return new SiteContent(
        plain.with(ApiResponse.LAST_MODIFIED, modified),
        packed.with(ApiResponse.LAST_MODIFIED, modified));
  }

  private static @Nullable String tag(SiteContent content) {
    return content.plain.headers().get(ApiResponse.ETAG);
  }

  /** Bytes of both bodies. */
  int size() {
    return length(plain) + length(packed);
  }

  private static int length(ApiResponse answer) {
    Buffer body = answer.body();
    return body == null ? 0 : body.length();
  }
}
