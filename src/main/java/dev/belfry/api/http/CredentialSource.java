package dev.belfry.api.http;

import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/** A place beside the {@code Authorization} header in which a request may carry an API key. */
@FunctionalInterface
public interface CredentialSource {
  /** Of an API that takes keys from the header alone. */
  CredentialSource NONE = request -> null;

  /** The key that a request carries there, null when there is none. */
  @Nullable String key(HttpServerRequest request);
}
