package dev.belfry.statuspages.publicsite;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.Operation;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.error.ApiException;
import dev.belfry.statuspages.publicsite.SiteViews.Notice;
import dev.belfry.statuspages.subscription.PublicSubscriptions;
import dev.belfry.statuspages.subscription.PublicSubscriptions.Outcome;
import io.vertx.core.Future;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The operations for readers of status pages, who have no API key. */
public final class SiteOperations {
  private final SiteCache cache;
  private final PublicSubscriptions subscriptions;

  /** Creates the operations on cached pages. */
  public SiteOperations(SiteCache cache, PublicSubscriptions subscriptions) {
    this.cache = cache;
    this.subscriptions = subscriptions;
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("showStatusPage", page(request -> "/"))
        .add("showStatusHistory", page(request -> "/history"))
        .add("showStatusMonth", page(request -> "/history/" + request.text("month")))
        .add("showStatusIncident", page(request -> "/incidents/" + request.guid("incidentId")))
        .add("showStatusEmbed", page(request -> "/embed"))
        .add("openStatusPage", this::openStatusPage)
        .add("subscribeToStatusPage", this::subscribeToStatusPage);
  }

  private Operation page(Function<ApiRequest, String> path) {
    return request -> show(request, path.apply(request));
  }

  private Future<ApiResponse> show(ApiRequest request, String path) {
    return with(
        request,
        path,
        (site, key) -> {
          if (!PageAccess.admits(site.model(), request)) {
            boolean wrong = PageAccess.bringsAny(request);
            return SiteViews.locked(site.model().settings().url(), key, wrong);
          }
          Optional<String> brought = PageAccess.broughtKey(site.model(), request);
          if (site.model().settings().isPrivate() && brought.isPresent()) {
            return PageAccess.enter(site.model(), key, brought.get());
          }
          return site.document(key)
              .map(document -> document.answer(request.head().takesGzip()))
              .orElseGet(
                  () ->
                      SiteViews.notice(
                          site.model(),
                          key,
                          404,
                          new Notice("missing", "missing.part", "", "back")));
        });
  }

  Future<ApiResponse> openStatusPage(ApiRequest request) {
    return with(
        request,
        "/",
        (site, key) -> {
          String brought = request.body().path("key").asText();
          return PageAccess.opens(site.model(), brought)
              ? PageAccess.enter(site.model(), key, brought)
              : SiteViews.locked(site.model().settings().url(), key, true);
        });
  }

  Future<ApiResponse> subscribeToStatusPage(ApiRequest request) {
    String type = request.body().path("type").asText();
    String address = PublicSubscriptions.address(type, request.body());
    Future<ApiResponse> answer =
        find(request, "/")
            .compose(
                found -> {
                  CachedSite site = found.site();
                  if (site == null || !PageAccess.admits(site.model(), request)) {
                    return Future.succeededFuture(
                        answer(found, (locked, key) -> SiteViews.locked(url(request), key, false)));
                  }
                  SiteSettings page = site.model().settings();
                  return subscriptions
                      .subscribe(
                          page.offer(),
                          page.account(),
                          page.id(),
                          type,
                          request.body(),
                          request.head())
                      .map(outcome -> answer(site, found.key(), outcome, type, address));
                });
    return orUnavailable(request, "/", answer);
  }

  /**
   * The page that a request is about.
   *
   * @param site null when there is none
   */
  private record Found(@Nullable CachedSite site, SiteKey key) {}

  private Future<Found> find(ApiRequest request, String path) {
    return cache.site(url(request)).map(site -> new Found(site.orElse(null), key(request, path)));
  }

  private Future<ApiResponse> with(
      ApiRequest request, String path, BiFunction<CachedSite, SiteKey, ApiResponse> answer) {
    return orUnavailable(request, path, find(request, path).map(found -> answer(found, answer)));
  }

  /** Answers 503 with an HTML page when the database is unavailable. */
  private Future<ApiResponse> orUnavailable(
      ApiRequest request, String path, Future<ApiResponse> answer) {
    return answer.recover(
        failure ->
            isUnavailable(failure)
                ? Future.succeededFuture(
                    SiteViews.nothing(key(request, path), 503, "away").with("retry-after", "5"))
                : Future.failedFuture(failure));
  }

  /** Whether a failure means that the page is temporarily unavailable. */
  static boolean isUnavailable(Throwable failure) {
    return failure instanceof TimeoutException
        || (failure instanceof ApiException refused && refused.error().status() == 503);
  }

  private static ApiResponse answer(
      Found found, BiFunction<CachedSite, SiteKey, ApiResponse> answer) {
    return found.site() == null
        ? SiteViews.nothing(found.key(), 404, "missing")
        : answer.apply(found.site(), found.key());
  }

  /** The key of a document; its links begin at the root on the custom domain of its page. */
  private SiteKey key(ApiRequest request, String path) {
    String prefix = cache.domains().prefix(request.head().host());
    return SiteKey.of(request, path, ("/status/" + url(request)).equals(prefix));
  }

  /** The url of the page that a request is about. */
  static String url(ApiRequest request) {
    return request.text("url").toLowerCase(Locale.ROOT);
  }

  private static ApiResponse answer(
      CachedSite site, SiteKey key, Outcome outcome, String type, String address) {
    boolean wantsCode =
        outcome == Outcome.WRONG_CODE || (outcome == Outcome.DONE && type.equals("SMS"));
    int status = outcome == Outcome.DONE || outcome == Outcome.CONFIRMED ? 200 : 400;
    Notice notice = notice(outcome, type, address);
    return wantsCode
        ? SiteViews.code(site.model(), key, status, notice, address)
        : SiteViews.notice(site.model(), key, status, notice);
  }

  /** No text repeats the address of a webhook of Slack. */
  private static Notice notice(Outcome outcome, String type, String address) {
    String kind = type.toLowerCase(Locale.ROOT);
    return switch (outcome) {
      case DONE ->
          new Notice("subscribed." + kind, "subscribed." + kind + ".lead", address, "back");
      case CONFIRMED -> new Notice("subscribed", "subscribed.lead", address, "back");
      case WRONG_CODE ->
          new Notice("subscribe.failed", "subscribe.failed.code", address, "tryAgain");
      case BAD_ADDRESS ->
          new Notice("subscribe.failed", "subscribe.failed." + kind, address, "tryAgain");
      case NOT_OFFERED ->
          new Notice("subscribe.failed", "subscribe.failed.notOffered", "", "tryAgain");
      case NO_MAIL -> new Notice("subscribe.failed", "subscribe.failed.noMail", "", "tryAgain");
      case TOO_MANY -> new Notice("subscribe.failed", "subscribe.failed.tooMany", "", "tryAgain");
      case INCOMPLETE -> new Notice("subscribe.failed", "subscribe.failed.form", "", "tryAgain");
      case BAD_ZONE -> new Notice("subscribe.failed", "subscribe.failed.zone", "", "tryAgain");
      case OTHER_SERVICES ->
          new Notice("subscribe.failed", "subscribe.failed.services", "", "tryAgain");
    };
  }
}
