package dev.belfry.api.http;

import dev.belfry.api.contract.OperationContract;
import dev.belfry.api.idempotency.IdempotencyKeyHeader;
import dev.belfry.platform.error.Violation;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the headers of a request say about when it is to be done: once (POST), if the resource is
 * what the client saw (PUT, PATCH, DELETE), if it is not (GET).
 *
 * @param key the idempotency key
 * @param tags what {@code If-Match} or {@code If-None-Match} demands
 * @param since what {@code If-Modified-Since} demands, where no tags do
 */
record Preconditions(@Nullable String key, @Nullable TagCondition tags, @Nullable Instant since) {
  /** Of a request that is done whatever is stored. */
  static final Preconditions NONE = new Preconditions(null, null, null);

  private static final CharSequence KEY = HttpHeaders.createOptimized(IdempotencyKeyHeader.HEADER);

  /**
   * The conditions of a request.
   *
   * @param violations receives what is wrong with the headers
   */
  static Preconditions read(
      HttpServerRequest request, OperationContract operation, List<Violation> violations) {
    return switch (operation.method()) {
      case "POST" -> operation.keyed() ? once(request.headers(), violations) : NONE;
      // Caches on the way to a reader change tags; what they make of them never costs the page.
      case "GET" -> unlessKnown(request, operation.open() ? new ArrayList<>(0) : violations);
      default -> tags(request.headers(), HttpHeaders.IF_MATCH, "If-Match", violations);
    };
  }

  /** The preconditions of a request that only reads. */
  static Preconditions unlessKnown(HttpServerRequest request, List<Violation> violations) {
    MultiMap headers = request.headers();
    String since = headers.get(HttpHeaders.IF_MODIFIED_SINCE);
    return since == null || headers.contains(HttpHeaders.IF_NONE_MATCH)
        ? tags(headers, HttpHeaders.IF_NONE_MATCH, "If-None-Match", violations)
        : new Preconditions(null, null, HttpDate.parse(since));
  }

  /** Whether the client of a request that only reads has this answer already. */
  boolean know(ApiResponse answer, String tag) {
    if (tags != null) {
      return tags.names(tag);
    }
    String modified = answer.headers().get(ApiResponse.LAST_MODIFIED);
    Instant changed = since == null || modified == null ? null : HttpDate.parse(modified);
    return changed != null && !changed.isAfter(since);
  }

  /** Whether a request carries an idempotency key. */
  static boolean isKeyed(HttpServerRequest request) {
    return request.headers().contains(KEY);
  }

  private static Preconditions once(MultiMap headers, List<Violation> violations) {
    return headers.contains(KEY)
        ? new Preconditions(IdempotencyKeyHeader.read(headers.getAll(KEY), violations), null, null)
        : NONE;
  }

  private static Preconditions tags(
      MultiMap headers, CharSequence header, String name, List<Violation> violations) {
    if (!headers.contains(header)) {
      return NONE;
    }
    TagCondition tags = TagCondition.parse(String.join(",", headers.getAll(header)));
    if (tags == null) {
      violations.add(
          new Violation("/" + name, "must be * or a list of entity tags in double quotes"));
    }
    return new Preconditions(null, tags, null);
  }
}
