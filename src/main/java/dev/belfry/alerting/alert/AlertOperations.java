package dev.belfry.alerting.alert;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.CursorPage;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.api.http.PageList;
import dev.belfry.monitoring.channel.ChannelHooks;
import dev.belfry.monitoring.channel.ChannelSecrets;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.db.CountedPage;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The API's operations on the history of alerts. */
public final class AlertOperations {
  private static final long SIX_HOURS = Duration.ofHours(6).toMillis();

  /** Allows for the clocks of instances and database to differ. */
  private static final long LEEWAY = Duration.ofHours(1).toMillis();

  private final AlertHistoryStore store;
  private final AlertActions actions;
  private final AlertGroupActions groups;
  private final AlertLinks links;
  private final HookedChannelStore hooked;
  private final ChannelHooks hooks;
  private final InstantSource clock;

  /**
   * Creates the operations.
   *
   * @param ids makes the ids of actions
   * @param secrets secrets of API keys, which verify links and the addresses of webhooks
   * @param channels unseals the secrets that sign webhooks
   */
  public AlertOperations(
      Database database,
      Ids ids,
      Config config,
      List<String> secrets,
      ChannelSecrets channels,
      InstantSource clock) {
    this.hooked = new HookedChannelStore(database, channels);
    this.hooks = ChannelHooks.of(config, secrets);
    this.links = AlertLinks.of(config, secrets);
    this.store = new AlertHistoryStore(database);
    this.actions = new AlertActions(database, ids);
    this.groups = new AlertGroupActions(database, ids);
    this.clock = clock;
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("listCheckAlerts", this::listCheckAlerts)
        .add("listAlertsOfCheck", this::listAlertsOfCheck)
        .add("listAlerts", this::listAlerts)
        .add("readAlert", this::readAlert)
        .add("listAlertActions", this::listAlertActions)
        .add("createAlertAction", AlertAction::violations, this::createAlertAction);
    new AlertGroupActionOperations(groups).register(registry);
    new AlertLinkOperations(actions, groups, links).register(registry);
    new AlertHookOperations(hooked, actions, hooks).register(registry);
  }

  Future<ApiResponse> listCheckAlerts(ApiRequest request) {
    return page(request, null);
  }

  Future<ApiResponse> listAlertsOfCheck(ApiRequest request) {
    UUID check = request.guid("checkId");
    return store
        .exists(request.account(), check)
        .compose(
            found -> found ? page(request, check) : Future.failedFuture(ApiException.notFound()));
  }

  Future<ApiResponse> listAlerts(ApiRequest request) {
    long limit = request.number("limit");
    return store
        .from(
            new AlertHistoryStore.Selection(
                request.account(),
                request.optionalGuid("checkId").orElse(null),
                request.optionalGuid("heldByCheckId").orElse(null),
                request.optionalText("heldByGroupId").map(Long::valueOf).orElse(null)),
            request.optionalGuid("nextId").orElse(null),
            CursorPage.rows(limit))
        .map(rows -> ApiResponse.ok(CursorPage.of(rows, limit, AlertRow::id).json(AlertView::of)));
  }

  Future<ApiResponse> readAlert(ApiRequest request) {
    return store
        .read(request.account(), request.guid("id"))
        .map(found -> ApiResponse.ok(AlertView.of(found.orElseThrow(ApiException::notFound))));
  }

  Future<ApiResponse> listAlertActions(ApiRequest request) {
    return actions
        .list(request.account(), request.guid("id"))
        .map(
            rows ->
                ApiResponse.ok(JsonText.array(rows.stream().map(AlertActionRow::json).toList())));
  }

  Future<ApiResponse> createAlertAction(ApiRequest request) {
    return actions
        .take(
            request.account(),
            request.guid("id"),
            AlertAction.of(request.body()),
            request.caller().actor())
        .map(row -> ApiResponse.created(row.json()));
  }

  private Future<ApiResponse> page(ApiRequest request, @Nullable UUID check) {
    AlertHistoryStore.Filter filter = sixHours(request, check, clock.millis());
    long offset = PageList.offset(request);
    return CountedPage.read(
            store.count(filter), offset, () -> store.page(filter, request.number("limit"), offset))
        .map(
            page ->
                new PageList(page.rows().stream().map(AlertView::of).toList(), page.total())
                    .answer(request));
  }

  /** The requested range, by default the last six hours. */
  private static AlertHistoryStore.Filter sixHours(
      ApiRequest request, @Nullable UUID check, long now) {
    Optional<Long> first = request.optionalTime("from");
    Optional<Long> last = request.optionalTime("to");
    long from = first.orElse(last.orElse(now) - SIX_HOURS);
    long to = last.orElse(first.isPresent() ? from + SIX_HOURS : now + LEEWAY);
    if (from > to || (first.isPresent() && last.isPresent() && to - from > SIX_HOURS)) {
      throw ApiException.invalid(
          ApiException.Source.QUERY,
          List.of(new Violation("/from", "must be before to, by six hours at most")));
    }
    return new AlertHistoryStore.Filter(request.account(), check, from, to);
  }
}
