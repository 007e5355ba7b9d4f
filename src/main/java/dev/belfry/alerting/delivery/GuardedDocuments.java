package dev.belfry.alerting.delivery;

import dev.belfry.platform.guard.AddressPolicy;
import dev.belfry.platform.guard.RefusalReason;
import dev.belfry.platform.guard.Target;
import dev.belfry.platform.guard.TargetRefusedException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads documents at addresses that users chose, within the rules for addresses. It follows a few
 * redirects, each of which is judged like an address of its own. Confined to one event loop.
 */
public final class GuardedDocuments {
  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
  private static final int MOST_REDIRECTS = 3;
  private static final long EXCHANGE_MILLIS = 10_000;
  private static final long ALL_MILLIS = 20_000;

  private final OutgoingHttp http;

  /**
   * Creates it.
   *
   * @param policy allowed addresses
   * @param most number of concurrent requests
   */
  public GuardedDocuments(
      Vertx vertx, AddressPolicy policy, String userAgent, int most, InstantSource clock) {
    this.http = new OutgoingHttp(vertx, policy, userAgent, most, EXCHANGE_MILLIS, clock);
  }

  /**
   * A response.
   *
   * @param text of the body, as far as it was read
   * @param isWhole whether the body was read to its end: it has less than 1 MiB
   */
  public record Document(
      int status,
      String text,
      boolean isWhole,
      @Nullable String etag,
      @Nullable String lastModified,
      @Nullable String location) {
    private static Document of(HttpClientResponse response, Buffer body) {
      return new Document(
          response.statusCode(),
          body.toString(StandardCharsets.UTF_8),
          body.length() < OutgoingHttp.MOST_BYTES,
          response.getHeader("ETag"),
          response.getHeader("Last-Modified"),
          response.getHeader("Location"));
    }
  }

  /**
   * Reads a document within 20 seconds. The future fails with {@link TargetRefusedException} for an
   * address that may not be reached, or with the error of the network.
   */
  public Future<Document> get(String url, Map<String, String> headers) {
    try {
      return get(Target.parse(url), headers, MOST_REDIRECTS)
          .timeout(ALL_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TargetRefusedException refused) {
      return Future.failedFuture(refused);
    }
  }

  private Future<Document> get(Target target, Map<String, String> headers, int redirects) {
    Map<String, String> all = new LinkedHashMap<>(headers);
    String userInfo = target.userInfo();
    if (userInfo != null) {
      all.put("Authorization", "Basic " + WebhookRequest.basic(userInfo));
    }
    return http.send(
            new OutgoingRequest(target, "GET", all, null, OutgoingHttp.MOST_BYTES), Document::of)
        .compose(
            document -> {
              String location = document.location();
              if (location == null || !REDIRECTS.contains(document.status()) || redirects == 0) {
                return Future.succeededFuture(document);
              }
              try {
                return get(next(target, location), headers, redirects - 1);
              } catch (TargetRefusedException refused) {
                return Future.failedFuture(refused);
              }
            });
  }

  /** The address may be a secret, which must not leave in the clear. */
  private static Target next(Target target, String location) throws TargetRefusedException {
    Target next = target.follow(location);
    if (target.isSecure() && !next.isSecure()) {
      throw new TargetRefusedException(
          RefusalReason.FORBIDDEN, "The address redirects from https to http");
    }
    return next;
  }

  /** Aborts requests in progress. */
  public Future<Void> close() {
    return http.close();
  }
}
