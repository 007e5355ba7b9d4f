package dev.belfry.engine.result.badge;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.engine.result.TimeRange;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/** The API's badges: pictures for pages that people write, so they need no key. */
public final class BadgeOperations {
  private static final Map<String, String> HEADERS =
      Map.of(
          "content-type", "image/svg+xml; charset=utf-8",
          "cache-control", "public, max-age=60",
          "content-security-policy", "default-src 'none'",
          "x-content-type-options", "nosniff");

  private final BadgeStore store;
  private final InstantSource clock;

  public BadgeOperations(Database database, InstantSource clock) {
    this.store = new BadgeStore(database);
    this.clock = clock;
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry.add("drawCheckBadge", this::drawCheckBadge);
    registry.add("drawCheckGroupBadge", this::drawCheckGroupBadge);
  }

  Future<ApiResponse> drawCheckBadge(ApiRequest request) {
    return store.check(request.guid("id"), until()).map(found -> answer(request, found));
  }

  Future<ApiResponse> drawCheckGroupBadge(ApiRequest request) {
    return store.group(request.number("id"), until()).map(found -> answer(request, found));
  }

  private long until() {
    return clock.millis() + TimeRange.HOUR;
  }

  private static ApiResponse answer(ApiRequest request, Optional<BadgeStore.Standing> found) {
    BadgeStore.Standing standing = found.orElseThrow(ApiException::notFound);
    Badge badge =
        Badge.of(
            standing.name(),
            standing.active(),
            standing.verdict(),
            request.flag("responseTime") ? standing.responseMicros() : null);
    String svg =
        BadgeSvg.draw(
            badge,
            BadgeStyle.of(request.optionalText("style").orElseThrow()),
            BadgeTheme.of(request.optionalText("theme").orElseThrow()));
    return new ApiResponse(200, Buffer.buffer(svg), HEADERS);
  }
}
