package dev.belfry.benchmark;

import dev.belfry.api.contract.Contract;
import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.monitoring.monitor.MonitorWorkings;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.ConfigLoader;
import dev.belfry.testing.StubService;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.nio.file.Path;
import java.util.Set;

/**
 * The whole chain of the service without its database: router, key, limit, body, contract, rules,
 * metrics and access log are the real ones, and {@code updateUrlMonitor} answers the text that it
 * would store. Keys are those signed with {@code BELFRY_KEY_SECRET}. Prints {@code Ready on port
 * N}.
 */
public final class ChainServer {
  private ChainServer() {}

  /** Serves until the process is ended. */
  public static void main(String[] arguments) {
    Config config = ConfigLoader.load(System.getenv(), Path.of(""));
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(config.http().eventLoops()));
    Contract contract = Contract.load();
    StubService service =
        new StubService(vertx, config, contract, () -> operations(contract)).start();
    System.out.println("Ready on port " + service.port());
  }

  private static OperationRegistry operations(Contract contract) {
    OperationRegistry registry =
        new OperationRegistry()
            .add("updateUrlMonitor", MonitorWorkings.updateReader(), ChainServer::answer);
    // Contract and registry must be equal; the others are never asked.
    contract.operations().stream()
        .filter(operation -> !Set.of("readContract", "updateUrlMonitor").contains(operation.id()))
        .forEach(
            operation -> registry.add(operation.id(), request -> Future.failedFuture("unused")));
    return registry;
  }

  private static Future<ApiResponse> answer(ApiRequest request, Object draft) {
    return Future.succeededFuture(ApiResponse.ok(MonitorWorkings.settings(draft)));
  }
}
