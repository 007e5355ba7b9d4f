package dev.belfry.engine.run;

import dev.belfry.engine.request.CompletedRequest;
import dev.belfry.platform.outbox.BackOffPlan;
import dev.belfry.platform.outbox.DeliveryListener;
import dev.belfry.platform.outbox.Dispatcher;
import dev.belfry.platform.trace.Tracer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import java.util.Set;

/** One running instance: the real engine, the real dispatcher, and the clock of alerts. */
final class SimulatedNode {
  private static final long DUE_MILLIS = 1_000;
  private static final long GRACE_MILLIS = 5_000;

  final SimulatedWorld.Machine process;
  final Set<String> locations;
  Engine engine;
  Dispatcher dispatcher;
  private final Simulation simulation;
  private boolean left;

  SimulatedNode(Simulation simulation, Set<String> locations) {
    this.simulation = simulation;
    this.locations = locations;
    process = simulation.world.new Machine();
    SimulatedClient client = new SimulatedClient(simulation.database, process);
    engine = engine(client);
    dispatcher = dispatcher(client);
    start(client);
  }

  private Engine engine(SimulatedClient client) {
    return new Engine(
        new Engine.Settings(
            simulation.nextName(),
            locations,
            new OpenRuns.Capacity(10_000, 10_000),
            simulation.mostKeptRows),
        process,
        client,
        client,
        new SimulatedProber(simulation.database, simulation.targets, process),
        (scope, stored) -> Future.succeededFuture(CompletedRequest.asStored(stored)),
        new RunMetrics(new SimpleMeterRegistry()),
        Tracer.OFF);
  }

  private Dispatcher dispatcher(SimulatedClient client) {
    return new Dispatcher(
        simulation.database.alerts.outbox.seenBy(client),
        process,
        delivery -> simulation.receivers.send(process, delivery),
        new BackOffPlan(simulation.world.random),
        new Dispatcher.Limits(16, 4, 16, 16),
        DeliveryListener.NONE);
  }

  private void start(SimulatedClient client) {
    engine.start();
    dispatcher.start();
    look(client);
  }

  private void look(SimulatedClient client) {
    if (!left) {
      client.ask(
          () -> {
            simulation.database.alerts.due();
            return true;
          });
      process.after(DUE_MILLIS, () -> look(client));
    }
  }

  /** After it was killed. */
  void restart() {
    SimulatedClient client = new SimulatedClient(simulation.database, process);
    engine = engine(client);
    dispatcher = dispatcher(client);
    start(client);
  }

  void leave() {
    left = true;
    dispatcher.stop(GRACE_MILLIS);
    engine.leave();
  }
}
