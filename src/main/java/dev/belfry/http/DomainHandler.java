package dev.belfry.http;

import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import org.jspecify.annotations.Nullable;

/** Leads a request for a host of its own to where the same is found at ours. */
final class DomainHandler implements Handler<RoutingContext> {
  private static final String LED = "belfry.led";
  private static final String SHARED = "/assets/";

  private final OwnDomains domains;

  DomainHandler(OwnDomains domains) {
    this.domains = domains;
  }

  @Override
  public void handle(RoutingContext routing) {
    String prefix = domains.none() ? null : prefix(routing);
    if (prefix == null) {
      routing.next();
      return;
    }
    String path = routing.request().path();
    String query = routing.request().query();
    routing.put(LED, true);
    routing.reroute(prefix + ("/".equals(path) ? "" : path) + (query == null ? "" : "?" + query));
  }

  private @Nullable String prefix(RoutingContext routing) {
    String path = routing.request().path();
    return path == null || path.startsWith(SHARED) || routing.get(LED) != null
        ? null
        : domains.prefix(RequestHead.host(routing.request()));
  }
}
