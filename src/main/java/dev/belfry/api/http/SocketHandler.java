package dev.belfry.api.http;

import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.impl.ConnectionBase;

/** Opens WebSockets. They are no operations of the contract. */
final class SocketHandler {
  /** The path of WebSockets. */
  static final String PATH = "/mqtt";

  /** The path of the streams of agents. */
  static final String AGENT_PATH = "/agent";

  private final SocketReceiver receiver;
  private final AgentReceiver agents;
  private final ClientAddress addresses;
  private final ServerState server;

  SocketHandler(
      SocketReceiver receiver, AgentReceiver agents, ClientAddress addresses, ServerState server) {
    this.receiver = receiver;
    this.agents = agents;
    this.addresses = addresses;
    this.server = server;
  }

  private static boolean isUpgrade(HttpServerRequest request) {
    return HttpMethod.GET.equals(request.method())
        && request.headers().contains(HttpHeaders.UPGRADE, HttpHeaders.WEBSOCKET, true);
  }

  /** Opens the stream of an agent whose key opens a location. */
  void handleAgent(HttpServerRequest request) {
    if (!isUpgrade(request)) {
      refuse(request, ApiError.NOT_FOUND);
      return;
    }
    request.pause();
    ConnectionGuard.Watch watch = server.guard().watch(request.connection());
    Channel channel = ((ConnectionBase) request.connection()).channelHandlerContext().channel();
    agents
        .admit(request::getHeader, addresses.network(request))
        .onSuccess(
            admitted ->
                request
                    .toWebSocket()
                    .onSuccess(
                        socket -> {
                          watch.begin(); // Its beats show that it lives.
                          admitted.onOpened(socket, () -> abort(channel));
                        })
                    .onFailure(failure -> admitted.onFailed()))
        .onFailure(
            failure -> {
              request.resume();
              new Exchange(request, server, server.unmatched()).fail(failure);
            });
  }

  void handle(HttpServerRequest request) {
    if (!isUpgrade(request)) {
      refuse(request, ApiError.NOT_FOUND);
      return;
    }
    String network = addresses.network(request);
    if (!receiver.admit(network)) {
      refuse(request, ApiError.TOO_MANY_REQUESTS);
      return;
    }
    ConnectionGuard.Watch watch = server.guard().watch(request.connection());
    Channel channel = ((ConnectionBase) request.connection()).channelHandlerContext().channel();
    Runnable abort = () -> abort(channel);
    request
        .toWebSocket()
        .onSuccess(
            socket -> {
              watch.begin(); // It has a silence of its own that ends it.
              receiver.onOpened(socket, network, abort);
            })
        .onFailure(failure -> receiver.leave(network));
  }

  /**
   * Passes by the handler that would send a farewell first, and resets the connection: the system
   * would keep megabytes for a peer that reads nothing.
   */
  private static void abort(Channel channel) {
    ChannelHandlerContext first = channel.pipeline().firstContext();
    if (first != null && channel.isOpen()) {
      channel.config().setOption(ChannelOption.SO_LINGER, 0);
      var unused = first.close();
    }
  }

  private void refuse(HttpServerRequest request, ApiError error) {
    new Exchange(request, server, server.unmatched()).fail(new ApiException(error));
  }
}
