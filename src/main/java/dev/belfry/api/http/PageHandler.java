package dev.belfry.api.http;

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;

/** Serves the {@link Pages} of one feature. */
final class PageHandler implements Handler<RoutingContext> {
  private final Pages pages;
  private final boolean tls;

  private PageHandler(Pages pages, boolean tls) {
    this.pages = pages;
    this.tls = tls;
  }

  /**
   * Adds the route of some pages.
   *
   * @param tls whether the service itself speaks TLS
   */
  static void mount(Router router, Pages pages, boolean tls) {
    router
        .route(pages.root() + "/*")
        .method(HttpMethod.GET)
        .method(HttpMethod.HEAD)
        .handler(new PageHandler(pages, tls));
  }

  @Override
  public void handle(RoutingContext routing) {
    String target = pages.target(routing.normalizedPath());
    if (target != null) {
      SecurityHeaders.put(routing.response(), tls);
      routing.response().setStatusCode(302).putHeader(HttpHeaders.LOCATION, target).end();
      return;
    }
    Pages.Page page = pages.page(routing.normalizedPath());
    if (page == null) {
      routing.fail(404);
      return;
    }
    HttpServerResponse response = routing.response();
    SecurityHeaders.put(response, tls);
    response
        .putHeader(HttpHeaders.CONTENT_TYPE, page.contentType())
        .putHeader(HttpHeaders.CACHE_CONTROL, page.caching())
        .putHeader("content-security-policy", page.policy())
        .putHeader("referrer-policy", "no-referrer")
        .putHeader("x-frame-options", "DENY");
    response.putHeader(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
    if (new RequestHead(routing.request()).takesGzip()) {
      response.putHeader(HttpHeaders.CONTENT_ENCODING, "gzip");
      page.body().gzip(routing.vertx()).onComplete(body -> send(routing, body), routing::fail);
    } else {
      send(routing, page.body().plain());
    }
  }

  private static void send(RoutingContext routing, Buffer body) {
    HttpServerResponse response = routing.response();
    if (routing.request().method().equals(HttpMethod.HEAD)) {
      response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length())).end();
    } else {
      response.end(body);
    }
  }
}
