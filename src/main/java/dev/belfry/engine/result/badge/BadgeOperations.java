package dev.belfry.engine.result.badge;

import dev.belfry.api.badge.Badge;
import dev.belfry.api.badge.BadgeStyle;
import dev.belfry.api.badge.BadgeSvg;
import dev.belfry.api.badge.BadgeTheme;
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

/** Serves the API's badges: images for public pages, which need no API key. */
public final class BadgeOperations {
  private static final Map<String, String> HEADERS =
      Map.of(
          "content-type", "image/svg+xml; charset=utf-8",
          "cache-control", "public, max-age=60",
          "content-security-policy", "default-src 'none'",
          "x-content-type-options", "nosniff");

  private final BadgeStore store;
  private final InstantSource clock;

  /** Creates the operations on this database. */
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

  private static ApiResponse answer(ApiRequest request, Optional<BadgeStore.Subject> found) {
    BadgeStore.Subject subject = found.orElseThrow(ApiException::notFound);
    Badge badge =
        CheckBadge.of(
            subject.name(),
            subject.active(),
            subject.verdict(),
            request.flag("responseTime") ? subject.responseMicros() : null);
    String svg =
        BadgeSvg.draw(
            badge,
            BadgeStyle.of(request.optionalText("style").orElseThrow()),
            BadgeTheme.of(request.optionalText("theme").orElseThrow()));
    return new ApiResponse(200, Buffer.buffer(svg), HEADERS);
  }
}
