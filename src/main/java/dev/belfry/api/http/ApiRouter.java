package dev.belfry.api.http;

import static java.util.Objects.requireNonNull;

import dev.belfry.api.contract.Contract;
import dev.belfry.api.contract.OperationContract;
import dev.belfry.api.contract.Route;
import dev.belfry.api.contract.UnsupportedRoutes;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Routes the requests of one event loop. The contract finds an operation; any other path falls
 * through to the Vert.x Web router, which serves files, or is refused in the error shape.
 */
final class ApiRouter implements Handler<HttpServerRequest> {
  /** The failures of the Vert.x Web router, which reads no body. */
  private static final int[] FILE_ERRORS = {400, 404, 405, 500};

  /** The files that custom domains share with the service's own host. */
  private static final String SHARED = "/assets/";

  /** Addresses of the API, whose errors are JSON for browsers too. */
  private static final Pattern OPERATIONS = Pattern.compile("^/v\\d+(/|$)");

  private final Contract contract;
  private final ServerState server;
  private final CustomDomains domains;
  private final List<Pages> pages;
  private final Map<String, Handler<RoutedRequest>> operations = new HashMap<>();
  private final Vertx vertx;
  private final Router files;
  private @Nullable PingHandler pings;
  private @Nullable SocketHandler sockets;

  ApiRouter(
      Contract contract,
      ServerState server,
      CustomDomains domains,
      List<Pages> pages,
      Vertx vertx) {
    this.contract = contract;
    this.server = server;
    this.domains = domains;
    this.pages = List.copyOf(pages);
    this.vertx = vertx;
    this.files = files(pages);
  }

  /** Connects each operation of the contract to its code in the registry. */
  ApiRouter answering(
      OperationRegistry registry,
      ApiVerticle.LoopResources resources,
      BodyReader bodies,
      MeterRegistry meters) {
    pings =
        new PingHandler(
            resources.pings(), bodies, new OperationMetrics(meters, "pingHeartbeat"), server);
    EntityTagger tagger = new EntityTagger();
    OperationHandler.Loop loop = new OperationHandler.Loop(resources.gate(), server);
    for (OperationContract operation : contract.operations()) {
      OperationMetrics metrics = new OperationMetrics(meters, operation.id());
      if (operation.id().equals(ContractPages.OPERATION)) {
        operations.put(
            operation.id(), new ContractPages(contract.json(), server, metrics, tagger, vertx));
        continue;
      }
      OperationRegistry.Entry entry = registry.operation(operation.id());
      OperationRunner.Representation representation = representation(operation, registry);
      OperationHandler handler =
          new OperationHandler(
              operation,
              new RequestReader(
                  operation,
                  entry.body(),
                  representation == null ? List.of() : representation.contract().parameters()),
              new OperationRunner(
                  operation,
                  entry,
                  representation,
                  resources.database(),
                  resources.idempotency(),
                  tagger),
              metrics,
              bodies.atLeast(operation.leastBodyBound()),
              loop);
      operations.put(operation.id(), handler);
      registry.calls().put(operation.id(), handler);
    }
    return this;
  }

  /** Opens WebSockets for receivers. */
  ApiRouter opening(SocketReceiver receiver, AgentReceiver agents, ClientAddress addresses) {
    sockets = new SocketHandler(receiver, agents, addresses, server);
    return this;
  }

  private OperationRunner.@Nullable Representation representation(
      OperationContract operation, OperationRegistry registry) {
    String id = operation.tagging().representation();
    return id == null
        ? null
        : new OperationRunner.Representation(
            contract.operation(id), registry.operation(id).method());
  }

  @Override
  public void handle(HttpServerRequest request) {
    try {
      String path = request.path();
      if (path == null || !path.startsWith("/")) {
        refuse(request, malformed("The path must begin with a slash"));
        return;
      }
      String fault = HostHeader.fault(request);
      if (fault != null) {
        refuse(request, malformed(fault));
        return;
      }
      String prefix = domains.none() ? null : prefix(request, path);
      if (prefix == null) {
        dispatch(request, path, true);
      } else if (path.contains("/..")) {
        // Two dots would lead out of the page.
        refuse(request, ApiError.NOT_FOUND);
      } else {
        dispatch(request, path.equals("/") ? prefix : prefix + path, false);
      }
    } catch (RuntimeException failure) {
      new Exchange(request, server, server.unmatched()).fail(failure);
    }
  }

  private @Nullable String prefix(HttpServerRequest request, String path) {
    return path.startsWith(SHARED) || RootFiles.SHARED.contains(path)
        ? null
        : domains.prefix(RequestHead.host(request));
  }

  private void dispatch(HttpServerRequest request, String path, boolean hasFiles) {
    PingHandler receiver = pings;
    if (hasFiles && receiver != null && path.startsWith(PingHandler.ROOT)) {
      receiver.handle(request, path);
      return;
    }
    SocketHandler opening = sockets;
    if (hasFiles && opening != null && path.equals(SocketHandler.PATH)) {
      opening.handle(request);
      return;
    }
    if (hasFiles && opening != null && path.equals(SocketHandler.AGENT_PATH)) {
      opening.handleAgent(request);
      return;
    }
    Route route;
    UnsupportedRoutes.Refusal lacking;
    List<String> methods;
    try {
      route = contract.route(request.method().name(), path);
      lacking = route == null ? contract.unsupported(path) : null;
      methods = route == null ? contract.methodsOn(path) : List.of();
    } catch (IllegalArgumentException notEncoded) {
      refuse(request, malformed("The path is not well-formed"));
      return;
    }
    if (route != null) {
      requireNonNull(operations.get(route.operation().id()), route.operation().id())
          .handle(new RoutedRequest(request, path, request.query(), route.parameters()));
    } else if (lacking != null || !methods.isEmpty()) {
      refuse(request, lacking, methods);
    } else if (hasFiles) {
      files.handle(request);
    } else {
      refuseUnknown(request, path);
    }
  }

  /**
   * Refuses a method that a path does not have.
   *
   * @param lacking what the contract says of the path, null when it is none of that table
   * @param methods that the path has
   */
  private void refuse(
      HttpServerRequest request,
      UnsupportedRoutes.@Nullable Refusal lacking,
      List<String> methods) {
    String supported = String.join(", ", methods);
    ApiError error =
        lacking == null ? ApiError.METHOD_NOT_ALLOWED : ApiError.ofStatus(lacking.status());
    if (error == ApiError.METHOD_NOT_ALLOWED) {
      request.response().putHeader(HttpHeaders.ALLOW, supported);
    }
    String message =
        lacking == null
            ? "%s is not supported here; supported: %s"
                .formatted(request.method().name(), supported)
            : lacking.message();
    refuse(request, new ApiException(error, message));
  }

  private Router files(List<Pages> pages) {
    Router router = Router.router(vertx);
    router
        .route()
        .handler(
            routing -> {
              ConnectionGuard.Watch watch = server.guard().watch(routing.request().connection());
              watch.begin();
              routing.addEndHandler(sent -> watch.end());
              routing.next();
            });
    RootFiles.mount(router, server.secure());
    ContractPages.mountViewer(router, contract, server.secure());
    ContractPages.mountAssets(router, server.secure());
    pages.forEach(each -> PageHandler.mount(router, each, server.secure()));
    for (int status : FILE_ERRORS) {
      router.errorHandler(status, routing -> refuse(routing, status));
    }
    return router;
  }

  private void refuse(RoutingContext routing, int status) {
    ApiError error = ApiError.ofStatus(status);
    if (error == ApiError.METHOD_NOT_ALLOWED) {
      routing.response().putHeader(HttpHeaders.ALLOW, "GET, HEAD");
    }
    Throwable failure = routing.failure();
    if (status >= ApiError.INTERNAL.status() && failure != null) {
      new Exchange(routing.request(), server, server.unmatched()).fail(failure);
    } else if (error == ApiError.NOT_FOUND) {
      refuseUnknown(routing.request(), routing.normalizedPath());
    } else {
      refuse(routing.request(), error);
    }
  }

  /** Browsers are shown a page, except below the versions of the API. */
  private void refuseUnknown(HttpServerRequest request, String path) {
    RequestHead head = new RequestHead(request);
    ApiResponse page = head.takesHtml() ? missing(path, head) : null;
    if (page == null) {
      refuse(request, ApiError.NOT_FOUND);
    } else {
      new Exchange(request, server, server.unmatched()).answer(page);
    }
  }

  private @Nullable ApiResponse missing(String path, RequestHead head) {
    for (Pages each : pages) {
      if (path.equals(each.root()) || path.startsWith(each.root() + "/")) {
        return each.missing(head);
      }
    }
    return OPERATIONS.matcher(path).find()
        ? null
        : pages.stream()
            .map(each -> each.missing(head))
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
  }

  private void refuse(HttpServerRequest request, ApiError error) {
    refuse(request, new ApiException(error));
  }

  private void refuse(HttpServerRequest request, ApiException refusal) {
    new Exchange(request, server, server.unmatched()).fail(refusal);
  }

  private static ApiException malformed(String message) {
    return ApiException.invalid(ApiException.Source.PARAMS, List.of(new Violation("", message)));
  }
}
