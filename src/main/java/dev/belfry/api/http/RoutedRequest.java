package dev.belfry.api.http;

import io.vertx.core.http.HttpServerRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request of an operation.
 *
 * @param path the address of what it asks for, without query; another than the request has when it
 *     came to a host that leads to a part of ours
 * @param query the raw query string, null when there is none
 * @param parameters what the path says for the parameters in its template, decoded
 */
record RoutedRequest(
    HttpServerRequest request,
    String path,
    @Nullable String query,
    Map<String, String> parameters) {}
