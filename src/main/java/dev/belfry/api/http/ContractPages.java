package dev.belfry.api.http;

import dev.belfry.api.contract.Contract;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.StaticHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Serves the contract, for programs as {@code /openapi.json} and for people as {@code /docs}. */
final class ContractPages implements Handler<RoutedRequest> {
  /** The one operation that the router serves itself. */
  static final String OPERATION = "readContract";

  private static final long MAX_AGE_SECONDS = 600;

  private final PageBody contract;
  private final String tag;
  private final String gzipTag;
  private final Vertx vertx;
  private final ServerState server;
  private final OperationMetrics metrics;

  ContractPages(
      byte[] contract,
      ServerState server,
      OperationMetrics metrics,
      EntityTagger tagger,
      Vertx vertx) {
    this.contract = PageBody.of(Buffer.buffer(contract));
    this.tag = tagger.tag(this.contract.plain(), List.of());
    this.gzipTag = tag.substring(0, tag.length() - 1) + "-gzip\"";
    this.vertx = vertx;
    this.server = server;
    this.metrics = metrics;
  }

  @Override
  public void handle(RoutedRequest routed) {
    Exchange exchange = new Exchange(routed.request(), server, metrics);
    if (new RequestHead(routed.request()).takesGzip()) {
      contract
          .gzip(vertx)
          .map(packed -> new ApiResponse(200, packed, Map.of("content-encoding", "gzip")))
          .onComplete(answer -> answer(routed, exchange, answer, gzipTag), exchange::fail);
    } else {
      answer(routed, exchange, new ApiResponse(200, contract.plain(), Map.of()), tag);
    }
  }

  /** Each form of the document has an entity tag of its own (RFC 9110, 8.8.3.3). */
  private static void answer(
      RoutedRequest routed, Exchange exchange, ApiResponse document, String tag) {
    TagCondition known = Preconditions.unlessKnown(routed.request(), new ArrayList<>(0)).tags();
    ApiResponse answer = document.with("vary", "accept-encoding");
    exchange.tagged(tag, true);
    exchange.answer(known != null && known.names(tag) ? answer.notModified() : answer);
  }

  /** Adds the routes of the viewer: see {@link DocsPages}. */
  static void mountViewer(Router router, Contract contract, boolean tls) {
    router.route("/docs").handler(routing -> secure(routing, tls));
    router
        .route("/docs")
        .method(HttpMethod.GET)
        .method(HttpMethod.HEAD)
        .handler(ContractPages::redirectToSlash);
    PageHandler.mount(router, new DocsPages(contract), tls);
  }

  /** Adds the route of the files that all pages share, such as their style sheet. */
  static void mountAssets(Router router, boolean tls) {
    router
        .route("/assets/*")
        .method(HttpMethod.GET)
        .method(HttpMethod.HEAD)
        .handler(routing -> secure(routing, tls))
        .handler(StaticHandler.create("assets").setMaxAgeSeconds(MAX_AGE_SECONDS));
  }

  private static void redirectToSlash(RoutingContext routing) {
    if (routing.request().path().endsWith("/")) {
      routing.next();
    } else {
      routing.response().setStatusCode(308).putHeader(HttpHeaders.LOCATION, "/docs/").end();
    }
  }

  private static void secure(RoutingContext routing, boolean tls) {
    HttpServerResponse response = routing.response();
    SecurityHeaders.put(response, tls);
    response.putHeader("content-security-policy", DocsPages.POLICY);
    response.putHeader("referrer-policy", "no-referrer");
    response.putHeader("x-frame-options", "DENY");
    routing.next();
  }
}
