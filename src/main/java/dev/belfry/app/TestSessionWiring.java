package dev.belfry.app;

import dev.belfry.api.contract.Contract;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.api.http.SocketReceiver;
import dev.belfry.api.mqtt.MqttEndpoint;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.engine.testrun.PingTests;
import dev.belfry.engine.testsession.TestMessages;
import dev.belfry.engine.testsession.TestSessionOperations;
import dev.belfry.monitoring.location.PingCoverage;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.PublicAddress;
import dev.belfry.platform.config.Quota;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import io.vertx.core.Vertx;
import java.util.function.BooleanSupplier;

/** Builds what is needed to test checks, for one event loop. */
final class TestSessionWiring {
  private final Vertx vertx;
  private final Database database;
  private final BooleanSupplier stopping;
  private final TestSessionOperations sessions;

  TestSessionWiring(
      Vertx vertx,
      Database database,
      DatabaseBootstrap backend,
      Config config,
      Contract contract,
      PingCoverage pinging,
      Ids ids,
      BooleanSupplier stopping) {
    this.vertx = vertx;
    this.database = database;
    this.stopping = stopping;
    this.sessions =
        new TestSessionOperations(
            vertx,
            database,
            backend.sealer(),
            new TestSessionOperations.Payloads(
                DeployWiring.checks(backend.sealer(), pinging, ids),
                DeployWiring.groups(backend.sealer()),
                RequestSchemas.of(contract)),
            ids,
            PublicAddress.of(config),
            new TestSessionOperations.Waiting(
                stopping, config.quotas().of(Quota.WAITING_REQUESTS)));
  }

  /** Tests ICMP monitors at instances that may ping. */
  PingTests pings() {
    return sessions.pings();
  }

  /** Registers the operations; returns the endpoint at which clients wait for results. */
  SocketReceiver open(OperationRegistry registry, RateLimits limits) {
    sessions.register(registry);
    return new MqttEndpoint(
        vertx,
        limits.authenticator(),
        new TestMessages(vertx, database),
        limits.places(),
        stopping);
  }
}
