package dev.belfry.api.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Set;

/** Serves what browsers and crawlers ask of every host: its root, robots.txt and an icon. */
final class RootFiles {
  private static final String ROBOTS = "/robots.txt";
  private static final String ICON = "/favicon.ico";

  /** Those that custom domains share with the service's own host. */
  static final Set<String> SHARED = Set.of(ROBOTS, ICON);

  private static final String KEPT = "public, max-age=86400";

  private RootFiles() {}

  /** Adds their routes. */
  static void mount(Router router, boolean tls) {
    router.route("/").handler(routing -> toConsole(routing, tls));
    file(router, tls, ROBOTS, "text/plain; charset=utf-8");
    file(router, tls, ICON, "image/svg+xml");
  }

  /** People are led to the console; programs get the error of an address without operation. */
  private static void toConsole(RoutingContext routing, boolean tls) {
    HttpMethod method = routing.request().method();
    boolean reads = method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD);
    if (!reads || !new RequestHead(routing.request()).takesHtml()) {
      routing.next();
      return;
    }
    HttpServerResponse response = routing.response();
    SecurityHeaders.put(response, tls);
    response
        .setStatusCode(302)
        .putHeader(HttpHeaders.LOCATION, "/console")
        .putHeader(HttpHeaders.VARY, "accept")
        .end();
  }

  private static void file(Router router, boolean tls, String path, String type) {
    Buffer content = read("/root" + path);
    router
        .route(path)
        .method(HttpMethod.GET)
        .method(HttpMethod.HEAD)
        .handler(
            routing -> {
              HttpServerResponse response = routing.response();
              SecurityHeaders.put(response, tls);
              response
                  .putHeader(HttpHeaders.CONTENT_TYPE, type)
                  .putHeader(HttpHeaders.CACHE_CONTROL, KEPT)
                  .putHeader("content-security-policy", "default-src 'none'");
              if (routing.request().method().equals(HttpMethod.HEAD)) {
                String length = Integer.toString(content.length());
                response.putHeader(HttpHeaders.CONTENT_LENGTH, length).end();
              } else {
                response.end(content);
              }
            });
  }

  private static Buffer read(String resource) {
    try (InputStream file = RootFiles.class.getResourceAsStream(resource)) {
      return Buffer.buffer(Objects.requireNonNull(file, resource).readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
