package dev.belfry.api.http;

import dev.belfry.api.contract.OperationContract;
import dev.belfry.api.idempotency.IdempotencyKeyHeader;
import dev.belfry.platform.error.Violation;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the headers of a request say about when it is to be done: once (POST), if the resource is
 * what the client saw (PUT, PATCH, DELETE), if it is not (GET).
 *
 * @param key the idempotency key
 * @param tags what {@code If-Match} or {@code If-None-Match} demands
 */
record Preconditions(@Nullable String key, @Nullable TagCondition tags) {
  private static final Preconditions NONE = new Preconditions(null, null);
  private static final CharSequence KEY = HttpHeaders.createOptimized(IdempotencyKeyHeader.HEADER);

  /**
   * The conditions of a request.
   *
   * @param violations receives what is wrong with the headers
   */
  static Preconditions read(
      HttpServerRequest request, OperationContract operation, List<Violation> violations) {
    return switch (operation.method()) {
      case "POST" -> once(request.headers(), violations);
      case "GET" -> unlessKnown(request, violations);
      default -> tags(request.headers(), HttpHeaders.IF_MATCH, "If-Match", violations);
    };
  }

  /** The preconditions of a request that only reads. */
  static Preconditions unlessKnown(HttpServerRequest request, List<Violation> violations) {
    return tags(request.headers(), HttpHeaders.IF_NONE_MATCH, "If-None-Match", violations);
  }

  /** Whether a request carries an idempotency key. */
  static boolean isKeyed(HttpServerRequest request) {
    return request.headers().contains(KEY);
  }

  private static Preconditions once(MultiMap headers, List<Violation> violations) {
    return headers.contains(KEY)
        ? new Preconditions(IdempotencyKeyHeader.read(headers.getAll(KEY), violations), null)
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
    return new Preconditions(null, tags);
  }
}
