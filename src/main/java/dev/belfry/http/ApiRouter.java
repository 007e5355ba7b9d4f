package dev.belfry.http;

import dev.belfry.contract.Contract;
import dev.belfry.contract.OperationContract;
import dev.belfry.error.ApiError;
import dev.belfry.error.ApiException;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.openapi.router.OpenAPIRoute;
import io.vertx.ext.web.openapi.router.RouterBuilder;
import io.vertx.openapi.contract.OpenAPIContract;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The router of one event loop: the contract's operations by the OpenAPI router, and an answer in
 * the error shape for everything else.
 */
final class ApiRouter {
  private static final int[] ROUTER_ERRORS = {400, 404, 405, 406, 413, 415, 500, 501};

  private final Contract contract;
  private final MeterRegistry registry;
  private final ServerState server;
  private final OwnDomains domains;

  ApiRouter(Contract contract, MeterRegistry registry, ServerState server, OwnDomains domains) {
    this.domains = domains;
    this.contract = contract;
    this.registry = registry;
    this.server = server;
  }

  Router build(
      Vertx vertx,
      OpenAPIContract routes,
      OperationRegistry operations,
      ApiVerticle.LoopResources resources,
      BodyReader bodies) {
    RouterBuilder builder = RouterBuilder.create(vertx, routes);
    builder.rootHandler(new DomainHandler(domains));
    builder.rootHandler(new HeadHandler(contract));
    EntityTagger tagger = new EntityTagger();
    OperationHandler.Loop loop = new OperationHandler.Loop(resources.gate(), server);
    for (OperationContract operation : contract.operations()) {
      OpenAPIRoute route =
          builder.getRoute(operation.id()).setDoValidation(false).setDoSecurity(false);
      OperationMetrics metrics = new OperationMetrics(registry, operation.id());
      if (operation.id().equals(ContractPages.OPERATION)) {
        route.addHandler(new ContractPages(contract.json(), server, metrics, tagger));
      } else {
        OperationRegistry.Entry entry = operations.operation(operation.id());
        OperationRunner.Representation representation = representation(operation, operations);
        route.addHandler(
            new OperationHandler(
                operation,
                new RequestReader(
                    operation,
                    entry.rules(),
                    representation == null ? List.of() : representation.contract().parameters()),
                new OperationRunner(
                    operation,
                    entry.method(),
                    representation,
                    resources.database(),
                    resources.idempotency(),
                    tagger),
                metrics,
                bodies.atLeast(operation.leastBodyBound()),
                loop));
      }
    }
    Router router = builder.createRouter();
    ContractPages.mountViewer(router, server.secure());
    ContractPages.mountAssets(router, server.secure());
    ConsolePages.mount(router, server.secure());
    answerTheRest(router);
    return router;
  }

  private OperationRunner.@Nullable Representation representation(
      OperationContract operation, OperationRegistry operations) {
    String id = operation.tagging().representation();
    return id == null
        ? null
        : new OperationRunner.Representation(
            contract.operation(id), operations.operation(id).method());
  }

  private void answerTheRest(Router router) {
    for (int status : ROUTER_ERRORS) {
      router.errorHandler(status, routing -> refuse(routing, status));
    }
  }

  private void refuse(RoutingContext routing, int status) {
    HttpServerRequest request = routing.request();
    Exchange exchange = new Exchange(routing, server, server.unmatched());
    ApiError error = ApiError.ofStatus(status);
    if (error == ApiError.METHOD_NOT_ALLOWED) {
      List<String> allowed = contract.methodsOn(request.path());
      // What is served outside the contract are files.
      String methods = allowed.isEmpty() ? "GET, HEAD" : String.join(", ", allowed);
      request.response().putHeader(HttpHeaders.ALLOW, methods);
    }
    boolean unexpected = status >= ApiError.INTERNAL.status() && routing.failure() != null;
    exchange.fail(unexpected ? routing.failure() : new ApiException(error));
  }
}
