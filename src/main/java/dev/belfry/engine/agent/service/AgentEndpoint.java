package dev.belfry.engine.agent.service;

import dev.belfry.alerting.alert.AlertService;
import dev.belfry.api.auth.BearerToken;
import dev.belfry.api.auth.OpaqueKey;
import dev.belfry.api.http.AgentReceiver;
import dev.belfry.api.http.ConnectionPlaces;
import dev.belfry.engine.agent.protocol.AgentProtocol;
import dev.belfry.engine.run.AgentRequests;
import dev.belfry.engine.run.AgentRuns;
import dev.belfry.engine.testsession.AgentTestRuns;
import dev.belfry.platform.cluster.AgentPlace;
import dev.belfry.platform.cluster.PgAgentRegistry;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.seal.Sealer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.ServerWebSocket;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Serves the agents of one event loop. Opens no connection to the database before the first. */
public final class AgentEndpoint implements AgentReceiver {
  /** Revoked keys get nothing within a second. */
  private static final long LOOK_MILLIS = 250;

  /** How many agents may be connected to a process. */
  public static final ConnectionPlaces.Limits LIMITS =
      new ConnectionPlaces.Limits(1_000, 64, 100, 10);

  private static final int LONGEST_VERSION = 64;

  private final ConnectionPlaces places;
  private final PgAgentRegistry registry;
  private final AgentConnection.Service service;
  private final AgentChanges changes;
  private final Database beats;
  private final Database work;
  private final BooleanSupplier stopping;
  private final Set<AgentConnection> connections = new HashSet<>();
  private boolean looking;

  /**
   * What the endpoint works with.
   *
   * @param beats for short statements, which must not wait for others
   * @param work for reads of many monitors and for results
   * @param listening opens a connection that listens, for the changes of monitors
   */
  public record Means(
      Database beats,
      Database work,
      AgentChanges.Listening listening,
      AlertService alerts,
      Sealer sealer,
      InstantSource clock) {}

  /**
   * Creates the endpoint on an event loop.
   *
   * @param version of the program
   * @param places of the process
   * @param stopping whether the service is about to stop, so that agents must go elsewhere
   */
  public AgentEndpoint(
      Vertx vertx, Means means, String version, ConnectionPlaces places, BooleanSupplier stopping) {
    this.places = places;
    this.beats = means.beats();
    this.work = means.work();
    this.registry = new PgAgentRegistry(beats);
    AgentRuns runs = new AgentRuns(work, means.alerts(), means.clock());
    AgentTestRuns tests = new AgentTestRuns(work, means.sealer(), means.clock());
    this.service =
        new AgentConnection.Service(
            registry,
            new PgAgentRegistry(work),
            runs,
            new AgentRequests(work, means.sealer(), means.clock()),
            tests,
            UnsentBytes.none(),
            version,
            means.clock());
    this.changes = new AgentChanges(vertx, means.listening(), runs, tests, connections);
    this.stopping = stopping;
    vertx.setPeriodic(LOOK_MILLIS, due -> look());
  }

  @Override
  public Future<Admitted> admit(UnaryOperator<@Nullable String> headers, String network) {
    Optional<String> key = BearerToken.of(headers.apply("Authorization"));
    if (key.isEmpty()) {
      return refused(ApiError.UNAUTHORIZED, "Send the key of a private location as a bearer token");
    }
    int protocol;
    try {
      protocol = Integer.parseInt(String.valueOf(headers.apply(AgentProtocol.PROTOCOL_HEADER)));
    } catch (NumberFormatException e) {
      return refused(
          ApiError.BAD_REQUEST,
          AgentProtocol.PROTOCOL_HEADER + " must name the protocol's version");
    }
    if (protocol < AgentProtocol.OLDEST) {
      return refused(
          ApiError.BAD_REQUEST,
          "The agent speaks version %d of the protocol; the service needs %d or newer: upgrade the agent"
              .formatted(protocol, AgentProtocol.OLDEST));
    }
    if (stopping.getAsBoolean()) {
      return refused(ApiError.UNAVAILABLE, ApiError.UNAVAILABLE.message());
    }
    if (!places.enter(network)) {
      return refused(ApiError.TOO_MANY_REQUESTS, ApiError.TOO_MANY_REQUESTS.message());
    }
    AgentConnection.Program program =
        new AgentConnection.Program(version(headers.apply(AgentProtocol.VERSION_HEADER)), protocol);
    return registry
        .place(OpaqueKey.hash(key.get()))
        .onComplete(known -> places.leave(network))
        .compose(
            place ->
                place
                    .map(known -> admitted(known, program))
                    .orElseGet(
                        () ->
                            refused(
                                ApiError.UNAUTHORIZED,
                                "The key opens no private location: it is wrong or was revoked")));
  }

  private static String version(@Nullable String told) {
    String version = told == null ? "unknown" : told.replaceAll("[^\\x20-\\x7e]", "?");
    return version.substring(0, Math.min(LONGEST_VERSION, version.length()));
  }

  private static <T> Future<T> refused(ApiError error, String message) {
    return Future.failedFuture(new ApiException(error, message));
  }

  private Future<Admitted> admitted(AgentPlace place, AgentConnection.Program program) {
    if (!places.enter(place.account())) {
      return refused(ApiError.TOO_MANY_REQUESTS, "The account has too many agents connected");
    }
    changes.begin();
    return Future.succeededFuture(
        new Admitted() {
          @Override
          public void onOpened(ServerWebSocket socket, Runnable abort) {
            AgentConnection connection =
                new AgentConnection(socket, abort, place, program, service);
            connections.add(connection);
            socket.closeHandler(
                closed -> {
                  connections.remove(connection);
                  connection.onClosed();
                  places.leave(place.account());
                });
            connection.open();
          }

          @Override
          public void onFailed() {
            places.leave(place.account());
          }
        });
  }

  /** Ends the streams whose keys are revoked, and all of them when the service stops. */
  private void look() {
    if (connections.isEmpty()) {
      return;
    }
    if (stopping.getAsBoolean()) {
      List.copyOf(connections).forEach(one -> one.end(AgentProtocol.STOPPING, "stopping"));
      return;
    }
    List<AgentConnection> asked = List.copyOf(connections);
    asked.forEach(AgentConnection::onLook);
    if (looking) {
      return;
    }
    looking = true;
    registry
        .inForce(asked.stream().map(one -> one.place().key()).distinct().toArray(UUID[]::new))
        .onSuccess(
            known -> {
              Set<UUID> inForce = Set.copyOf(known);
              asked.stream()
                  .filter(one -> !inForce.contains(one.place().key()))
                  .forEach(one -> one.end(AgentProtocol.KEY_REVOKED, "the key was revoked"));
            })
        .onComplete(done -> looking = false);
  }

  /** Ends all streams and closes the connections to the database. The future never fails. */
  public Future<Void> close() {
    List.copyOf(connections).forEach(one -> one.end(AgentProtocol.STOPPING, "stopping"));
    return changes
        .close()
        .transform(closed -> beats.close())
        .transform(closed -> work.close())
        .otherwiseEmpty();
  }
}
