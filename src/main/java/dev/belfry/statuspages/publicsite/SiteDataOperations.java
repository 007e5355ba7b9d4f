package dev.belfry.statuspages.publicsite;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.Operation;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import java.util.function.Function;

/** The operations for feed readers and status aggregators. */
public final class SiteDataOperations {
  private static final String LANGUAGE = "en";

  private final SiteCache cache;

  /** Creates the operations on cached pages. */
  public SiteDataOperations(SiteCache cache) {
    this.cache = cache;
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("showStatusRss", feed("/feed.rss"))
        .add("showStatusAtom", feed("/feed.atom"))
        .add("showStatusJsonFeed", feed("/feed.json"))
        .add("showStatusHistoryRss", feed("/feed.rss"))
        .add("showStatusHistoryAtom", feed("/feed.atom"))
        .add("showStatusBadge", this::showStatusBadge)
        .add("showStatusWidget", constant("/widget.js"))
        .add("showStatusSummary", api("summary"))
        .add("showStatusIndicator", api("status"))
        .add("showStatusComponents", api("components"))
        .add("showStatusIncidents", api("incidents"))
        .add("showStatusUnresolved", api("incidents/unresolved"))
        .add("showStatusMaintenances", api("scheduled-maintenances"))
        .add("showStatusUpcoming", api("scheduled-maintenances/upcoming"))
        .add("showStatusActive", api("scheduled-maintenances/active"));
  }

  Future<ApiResponse> showStatusBadge(ApiRequest request) {
    String path =
        SiteBadge.path(
            request.optionalText("style").orElseThrow(),
            request.optionalText("theme").orElseThrow());
    return show(request, asked -> SiteKey.of(asked, path, false));
  }

  private Operation feed(String path) {
    return request -> show(request, asked -> SiteKey.of(asked, path, false));
  }

  /** The values of this API are constants that programs compare, so they have no translation. */
  private Operation api(String document) {
    return constant("/api/v2/" + document + ".json");
  }

  private Operation constant(String path) {
    return request -> show(request, asked -> new SiteKey(path, LANGUAGE, null, false));
  }

  private Future<ApiResponse> show(ApiRequest request, Function<ApiRequest, SiteKey> key) {
    return cache
        .site(SiteOperations.url(request))
        .map(
            found -> {
              CachedSite site = found.orElseThrow(() -> new ApiException(ApiError.NOT_FOUND));
              if (!PageAccess.admits(site.model(), request)) {
                throw new ApiException(ApiError.FORBIDDEN);
              }
              return site.document(key.apply(request))
                  .orElseThrow(() -> new ApiException(ApiError.NOT_FOUND))
                  .answer(request.head().takesGzip());
            })
        .recover(
            failure ->
                Future.failedFuture(
                    SiteOperations.isUnavailable(failure)
                        ? new ApiException(ApiError.UNAVAILABLE)
                        : failure));
  }
}
