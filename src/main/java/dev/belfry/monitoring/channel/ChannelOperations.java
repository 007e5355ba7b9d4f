package dev.belfry.monitoring.channel;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.api.http.PageList;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.seal.Sealer;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.List;

/** The API's operations on alert channels. */
public final class ChannelOperations {
  private final AlertChannels channels;
  private final ChannelAvailability ways;

  public ChannelOperations(
      Database database, Sealer sealer, ChannelAvailability ways, InstantSource clock) {
    this.ways = ways;
    channels =
        new AlertChannels(
            database,
            new ChannelStore(database),
            new Subscribers(),
            new ChannelSecrets(sealer),
            clock);
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("listAlertChannels", this::listAlertChannels)
        .add("createAlertChannel", ChannelRules::ofDraft, this::createAlertChannel)
        .add("readAlertChannel", this::readAlertChannel)
        .add("updateAlertChannel", ChannelRules::ofUpdate, this::updateAlertChannel)
        .add("deleteAlertChannel", this::deleteAlertChannel)
        .add("subscribeAlertChannel", ChannelRules::ofSubscription, this::subscribeAlertChannel);
  }

  Future<ApiResponse> listAlertChannels(ApiRequest request) {
    return channels
        .list(request.account(), request.number("limit"), PageList.offset(request))
        .map(
            page -> {
              List<String> entries =
                  page.rows().stream().map(row -> ChannelView.of(row, ways)).toList();
              return new PageList(entries, page.total()).answer(request);
            });
  }

  Future<ApiResponse> createAlertChannel(ApiRequest request) {
    return channels
        .create(request.account(), request.body())
        .map(row -> ApiResponse.created(ChannelView.of(row, ways)));
  }

  Future<ApiResponse> readAlertChannel(ApiRequest request) {
    return channels
        .read(request.account(), request.number("id"))
        .map(row -> ApiResponse.ok(ChannelView.of(row, ways)));
  }

  Future<ApiResponse> updateAlertChannel(ApiRequest request) {
    return channels
        .update(request.account(), request.number("id"), request.body())
        .map(row -> ApiResponse.ok(ChannelView.of(row, ways)));
  }

  Future<ApiResponse> deleteAlertChannel(ApiRequest request) {
    return channels
        .delete(request.account(), request.number("id"))
        .map(deleted -> ApiResponse.noContent());
  }

  Future<ApiResponse> subscribeAlertChannel(ApiRequest request) {
    return channels
        .subscribe(request.account(), request.number("id"), request.body())
        .map(ApiResponse::ok);
  }
}
