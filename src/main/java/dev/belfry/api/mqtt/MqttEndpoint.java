package dev.belfry.api.mqtt;

import dev.belfry.api.auth.Authenticator;
import dev.belfry.api.http.ConnectionPlaces;
import dev.belfry.api.http.SocketReceiver;
import io.vertx.core.Vertx;
import io.vertx.core.http.ServerWebSocket;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Serves the MQTT clients of one event loop. */
public final class MqttEndpoint implements SocketReceiver {
  /** How many clients may be connected to a process. */
  public static final ConnectionPlaces.Limits LIMITS =
      new ConnectionPlaces.Limits(2_000, 20, 500, 10);

  private static final long SWEEP_MILLIS = 1_000;

  private final Authenticator authenticator;
  private final TopicSource topics;
  private final ConnectionPlaces places;
  private final Set<MqttConnection> connections = new HashSet<>();

  /**
   * Creates the endpoint on an event loop.
   *
   * @param places of the process
   * @param stopping whether the service is about to stop, so that clients must go elsewhere
   */
  public MqttEndpoint(
      Vertx vertx,
      Authenticator authenticator,
      TopicSource topics,
      ConnectionPlaces places,
      BooleanSupplier stopping) {
    this.authenticator = authenticator;
    this.topics = topics;
    this.places = places;
    vertx.setPeriodic(SWEEP_MILLIS, due -> sweep(stopping.getAsBoolean()));
  }

  private void sweep(boolean stopping) {
    long now = System.nanoTime();
    List.copyOf(connections).forEach(connection -> connection.sweep(now, stopping));
  }

  @Override
  public boolean admit(String network) {
    return places.enter(network);
  }

  @Override
  public void leave(String network) {
    places.leave(network);
  }

  @Override
  public void onOpened(ServerWebSocket socket, String network, Runnable abort) {
    MqttConnection connection =
        new MqttConnection(socket, abort, authenticator, topics, places, network);
    connections.add(connection);
    socket.closeHandler(
        closed -> {
          connections.remove(connection);
          connection.onClosed();
        });
    socket.exceptionHandler(failure -> socket.close());
    socket.textMessageHandler(text -> socket.close());
    socket.binaryMessageHandler(connection::onBytes);
  }
}
