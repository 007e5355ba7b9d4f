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
  private final ChannelView view;
  private final ChannelAvailability availability;

  /** Creates the operations. */
  public ChannelOperations(
      Database database,
      Sealer sealer,
      ChannelAvailability availability,
      ChannelHooks hooks,
      InstantSource clock) {
    this.availability = availability;
    this.view = new ChannelView(availability, hooks);
    channels =
        new AlertChannels(
            database,
            new ChannelStore(database),
            new ChannelDeletion(database),
            new Subscribers(database),
            new ChannelSecrets(sealer),
            clock);
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("listAlertChannels", this::onListAlertChannels)
        .add("listAlertChannelTypes", this::onListAlertChannelTypes)
        .add("createAlertChannel", ChannelCodec.CREATE, this::onCreateAlertChannel)
        .add("readAlertChannel", this::onReadAlertChannel)
        .add("updateAlertChannel", ChannelCodec.UPDATE, this::onUpdateAlertChannel)
        .add("deleteAlertChannel", this::onDeleteAlertChannel)
        .add("subscribeAlertChannel", SubscriptionCodec.SUBSCRIBE, this::onSubscribeAlertChannel)
        .inSets(
            "createAlertChannel",
            "updateAlertChannel",
            "deleteAlertChannel",
            "subscribeAlertChannel")
        .inTurn("updateAlertChannel");
  }

  Future<ApiResponse> onListAlertChannels(ApiRequest request) {
    return channels
        .list(request.account(), request.number("limit"), PageList.offset(request))
        .map(
            page -> {
              List<String> entries =
                  page.rows().stream().map(row -> view.of(row, request)).toList();
              return new PageList(entries, page.total()).answer(request);
            });
  }

  Future<ApiResponse> onListAlertChannelTypes(ApiRequest request) {
    return Future.succeededFuture(ApiResponse.ok(ChannelTypeView.all(availability)));
  }

  Future<ApiResponse> onCreateAlertChannel(ApiRequest request, ChannelDraft draft) {
    return channels
        .create(request.account(), draft)
        .map(row -> ApiResponse.created(view.of(row, request)));
  }

  Future<ApiResponse> onReadAlertChannel(ApiRequest request) {
    return channels
        .read(request.account(), request.number("id"))
        .map(row -> ApiResponse.ok(view.of(row, request)));
  }

  Future<ApiResponse> onUpdateAlertChannel(ApiRequest request, ChannelDraft draft) {
    return channels
        .update(request.account(), request.number("id"), draft)
        .map(row -> ApiResponse.ok(view.of(row, request)));
  }

  Future<ApiResponse> onDeleteAlertChannel(ApiRequest request) {
    return channels
        .delete(request.account(), request.number("id"))
        .map(deleted -> ApiResponse.noContent());
  }

  Future<ApiResponse> onSubscribeAlertChannel(
      ApiRequest request, ChannelDraft.SubscriberDraft draft) {
    return channels.subscribe(request.account(), request.number("id"), draft).map(ApiResponse::ok);
  }
}
