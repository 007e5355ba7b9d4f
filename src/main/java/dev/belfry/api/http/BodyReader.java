package dev.belfry.api.http;

import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import dev.belfry.platform.seal.Sha256;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** Reads a request body within bounds: on the wire and once inflated. */
final class BodyReader {
  private final int mostBytes;
  private final BodyBudget budget;

  /**
   * @param mostBytes bound on the body, on the wire and inflated
   * @param budget bounds all bodies together
   */
  BodyReader(int mostBytes, BodyBudget budget) {
    this.mostBytes = mostBytes;
    this.budget = budget;
  }

  /** The share of a request in the memory for bodies, to be closed once it is answered. */
  BodyBudget.Share share(UUID account) {
    return budget.open(account);
  }

  /** A reader for an operation whose bodies are larger by nature. */
  BodyReader atLeast(int bytes) {
    return bytes <= mostBytes ? this : new BodyReader(bytes, budget);
  }

  /**
   * The whole body, inflated; fails with 413, 415 or 400. Must be called before the request's first
   * byte of body can arrive, that is within the handler of the request.
   *
   * @param named whether the request must name the type of its body. Pages of other sites can make
   *     a browser send a body without a type, but not one of JSON (Fetch, 2.2.2)
   */
  Future<byte[]> read(HttpServerRequest request, boolean named, BodyBudget.Share share) {
    String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
    requireUtf8("application/json", named && type == null ? "" : type);
    return inflated(request, share);
  }

  /** The same for a form as browsers send it (WHATWG URL, 5). */
  Future<byte[]> readForm(HttpServerRequest request, BodyBudget.Share share) {
    requireUtf8(
        HttpHeaders.APPLICATION_X_WWW_FORM_URLENCODED.toString(),
        request.getHeader(HttpHeaders.CONTENT_TYPE));
    return inflated(request, share);
  }

  private Future<byte[]> inflated(HttpServerRequest request, BodyBudget.Share share) {
    boolean gzip = requireKnownEncoding(request.getHeader(HttpHeaders.CONTENT_ENCODING));
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    if (length != null && !isAtMost(length, mostBytes)) {
      throw new ApiException(ApiError.PAYLOAD_TOO_LARGE);
    }
    Future<byte[]> received = receive(request, share);
    return gzip ? received.map(body -> inflate(body, share)) : received;
  }

  /**
   * Reads a body of any kind to its end and keeps nothing of it; fails with 413 or 400.
   *
   * @param told whether the digest is needed to tell repeated requests apart
   * @return its SHA-256 digest, no bytes when none is needed
   */
  Future<byte[]> discard(HttpServerRequest request, boolean told) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    if (length != null && !isAtMost(length, mostBytes)) {
      throw tooLarge();
    }
    invite(request);
    Promise<byte[]> ended = Promise.promise();
    AtomicLong size = new AtomicLong();
    MessageDigest digest = told ? Sha256.digest() : null;
    request.handler(
        chunk -> {
          if (digest != null) {
            digest.update(chunk.getBytes());
          }
          if (size.addAndGet(chunk.length()) > mostBytes) {
            ended.tryFail(tooLarge());
          }
        });
    request.endHandler(all -> ended.tryComplete(digest == null ? new byte[0] : digest.digest()));
    request.exceptionHandler(failure -> ended.tryFail(brokeOff()));
    return ended.future();
  }

  /**
   * The beginning of a body of any kind, which is read to its end; fails with 413 or 400.
   *
   * @param most bytes that are kept
   */
  Future<byte[]> keep(HttpServerRequest request, int most, BodyBudget.Share share) {
    invite(request);
    Promise<byte[]> ended = Promise.promise();
    Buffer kept = Buffer.buffer(0);
    AtomicLong size = new AtomicLong();
    request.handler(
        chunk -> {
          if (size.addAndGet(chunk.length()) > mostBytes) {
            ended.tryFail(tooLarge());
            return;
          }
          int wanted = Math.min(chunk.length(), most - kept.length());
          if (wanted > 0 && !ended.future().isComplete()) {
            try {
              share.add(wanted);
              kept.appendBuffer(chunk, 0, wanted);
            } catch (ApiException refused) {
              ended.tryFail(refused);
            }
          }
        });
    request.endHandler(all -> ended.tryComplete(kept.getBytes()));
    request.exceptionHandler(failure -> ended.tryFail(brokeOff()));
    return ended.future();
  }

  /** Command-line clients look for the bound in these words. */
  private ApiException tooLarge() {
    return new ApiException(
        ApiError.PAYLOAD_TOO_LARGE,
        "The request body is too large, bytes at maximum allowed: " + mostBytes);
  }

  private static ApiException brokeOff() {
    return ApiException.invalid(List.of(new Violation("", "The request body ended early")));
  }

  private static boolean isAtMost(String length, int most) {
    try {
      return Long.parseLong(length.trim()) <= most;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** Tells a client that waits for it that its body is wanted (RFC 9110, 10.1.1). */
  private static void invite(HttpServerRequest request) {
    if (request.headers().contains(HttpHeaders.EXPECT, HttpHeaders.CONTINUE, true)) {
      request.response().writeContinue();
    }
  }

  private Future<byte[]> receive(HttpServerRequest request, BodyBudget.Share share) {
    invite(request);
    Promise<byte[]> received = Promise.promise();
    Received body = new Received();
    request.handler(
        chunk -> {
          if (received.future().isComplete()) {
            return;
          }
          if (body.length() + chunk.length() > mostBytes) {
            received.tryFail(new ApiException(ApiError.PAYLOAD_TOO_LARGE));
            return;
          }
          try {
            share.add(chunk.length());
            body.add(chunk);
          } catch (ApiException refused) {
            received.tryFail(refused);
          }
        });
    request.endHandler(ended -> received.tryComplete(body.bytes()));
    request.exceptionHandler(failure -> received.tryFail(brokeOff()));
    return received.future();
  }

  /** What has arrived of a body; most arrive in one piece, which is not copied to join it. */
  private static final class Received {
    private Buffer whole = Buffer.buffer(0);
    private int pieces;

    int length() {
      return whole.length();
    }

    void add(Buffer piece) {
      pieces++;
      if (pieces == 1) {
        whole = piece;
      } else if (pieces == 2) {
        whole =
            Buffer.buffer(2 * length() + piece.length()).appendBuffer(whole).appendBuffer(piece);
      } else {
        whole.appendBuffer(piece);
      }
    }

    byte[] bytes() {
      return whole.getBytes();
    }
  }

  private static void requireUtf8(String wanted, @Nullable String contentType) {
    if (contentType != null && !isUtf8(wanted, contentType)) {
      throw new ApiException(ApiError.UNSUPPORTED_MEDIA_TYPE, "The request body must be " + wanted);
    }
  }

  /** Whether a media type is the one wanted, in no character set but UTF-8 (RFC 9110, 8.3). */
  static boolean isUtf8(String wanted, String contentType) {
    String[] parts = contentType.toLowerCase(Locale.ROOT).split(";", -1);
    boolean right = wanted.equals(parts[0].trim());
    for (int i = 1; i < parts.length; i++) {
      String[] parameter = parts[i].trim().split("=", 2);
      String value = parameter.length == 1 ? "" : parameter[1].trim().replace("\"", "");
      if (parameter[0].trim().equals("charset")) {
        right = right && (value.equals("utf-8") || value.equals("utf8"));
      }
    }
    return right;
  }

  private static boolean requireKnownEncoding(@Nullable String encoding) {
    if (encoding == null || "identity".equalsIgnoreCase(encoding.trim())) {
      return false;
    }
    String name = encoding.trim().toLowerCase(Locale.ROOT);
    if ("gzip".equals(name) || "x-gzip".equals(name)) {
      return true;
    }
    throw new ApiException(
        ApiError.UNSUPPORTED_MEDIA_TYPE, "The content encoding must be gzip or identity");
  }

  private byte[] inflate(byte[] compressed, BodyBudget.Share share) {
    try (InputStream stream = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
      ByteArrayOutputStream inflated = new ByteArrayOutputStream();
      byte[] part = new byte[8192];
      for (int read = stream.read(part); read >= 0; read = stream.read(part)) {
        if (inflated.size() + read > mostBytes) {
          throw new ApiException(ApiError.PAYLOAD_TOO_LARGE);
        }
        share.add(read);
        inflated.write(part, 0, read);
      }
      return inflated.toByteArray();
    } catch (IOException e) {
      throw ApiException.invalid(List.of(new Violation("", "The body is not valid gzip")));
    }
  }
}
