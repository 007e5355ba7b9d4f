package dev.belfry.api.http;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;
import java.util.Set;

/** The header with which a client program names itself. */
final class SourceHeader {
  private static final CharSequence SOURCE = HttpHeaders.createOptimized("x-checkly-source");

  /** The Go SDK, and the providers of Terraform and Pulumi, which are built on it. */
  private static final Set<String> OMITTING = Set.of("go-sdk", "tf", "pulumi");

  private SourceHeader() {}

  /** Whether the program describes a resource whole and leaves out of it what is not set. */
  static boolean omitsUnset(HttpServerRequest request) {
    String source = request.getHeader(SOURCE);
    return source != null && OMITTING.contains(source.trim().toLowerCase(Locale.ROOT));
  }
}
