package dev.belfry.engine.agent.service;

import dev.belfry.engine.run.AgentRuns;
import dev.belfry.engine.testsession.AgentTestRuns;
import dev.belfry.platform.db.Notifications;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the agents of one event loop which of their checks have changed, which of their shards have
 * new open runs, and when runs of test sessions wait. Listens from the first agent on.
 */
public final class AgentChanges {
  private static final Logger LOG = LoggerFactory.getLogger(AgentChanges.class);
  private static final long GATHER_MILLIS = 50;

  /** With more changes at once, agents read everything again. */
  private static final int MOST_GATHERED = 5_000;

  /** Runs whose agent died are announced by nothing. */
  private static final long LOOK_MILLIS = 3_000;

  private final Vertx vertx;
  private final Listening listening;
  private final AgentRuns runs;
  private final AgentTestRuns tests;
  private final Set<AgentConnection> connections;
  private final Set<UUID> changed = new HashSet<>();
  private @Nullable Notifications notifications;
  private boolean gathering;
  private boolean looking;

  /** Opens a connection that listens to the database. */
  public interface Listening {
    /**
     * Opens one.
     *
     * @param channels what to do with a payload, by the name of its channel
     * @param gap told whenever something may not have been heard
     */
    Notifications open(Map<String, Consumer<String>> channels, Runnable gap);
  }

  AgentChanges(
      Vertx vertx,
      Listening listening,
      AgentRuns runs,
      AgentTestRuns tests,
      Set<AgentConnection> connections) {
    this.vertx = vertx;
    this.listening = listening;
    this.runs = runs;
    this.tests = tests;
    this.connections = connections;
  }

  /** Begins to listen, unless it does. */
  void begin() {
    if (notifications != null) {
      return;
    }
    Notifications opened =
        listening.open(
            Map.of(
                "belfry_checks",
                this::onCheckChanged,
                "belfry_runs",
                this::onRunsAdded,
                "belfry_tests",
                payload -> lookSoon()),
            this::onLost);
    notifications = opened;
    opened.start();
    vertx.setPeriodic(LOOK_MILLIS, due -> lookSoon());
  }

  private void onCheckChanged(String payload) {
    if (connections.isEmpty()) {
      return;
    }
    changed.add(UUID.fromString(payload.substring(payload.indexOf(':') + 1)));
    if (!gathering) {
      gathering = true;
      vertx.setTimer(GATHER_MILLIS, due -> tell());
    }
  }

  private void tell() {
    gathering = false;
    Set<UUID> checks = Set.copyOf(changed);
    changed.clear();
    if (checks.size() > MOST_GATHERED) {
      onLost();
      return;
    }
    runs.privatePlaces(checks)
        .onSuccess(
            places ->
                List.copyOf(connections)
                    .forEach(
                        one ->
                            one.onChecksChanged(
                                checks, places.getOrDefault(one.place().name(), Set.of()))))
        .onFailure(failure -> onLost());
  }

  private void onRunsAdded(String payload) {
    int colon = payload.lastIndexOf(':');
    String place = payload.substring(0, colon);
    int shard = Integer.parseInt(payload.substring(colon + 1));
    connections.stream()
        .filter(one -> one.place().name().equals(place))
        .forEach(one -> one.onRunsAdded(shard));
  }

  /** One statement for all agents, however many sessions of other accounts begin. */
  private void lookSoon() {
    if (!looking && !connections.isEmpty()) {
      looking = true;
      vertx.setTimer(GATHER_MILLIS, due -> look());
    }
  }

  private void look() {
    looking = false;
    Set<String> places = new HashSet<>();
    connections.forEach(one -> places.add(one.place().name()));
    tests
        .waiting(places)
        .onSuccess(
            waiting ->
                List.copyOf(connections).stream()
                    .filter(one -> waiting.contains(one.place().name()))
                    .forEach(AgentConnection::onTestsWaiting))
        .onFailure(failure -> LOG.debug("Could not look for test runs", failure));
  }

  private void onLost() {
    List.copyOf(connections).forEach(AgentConnection::onChangesLost);
  }

  /** Listens no more. The future never fails. */
  Future<Void> close() {
    Notifications opened = notifications;
    return opened == null ? Future.succeededFuture() : opened.close().otherwiseEmpty();
  }
}
