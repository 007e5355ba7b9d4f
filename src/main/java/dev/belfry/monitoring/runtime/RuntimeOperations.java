package dev.belfry.monitoring.runtime;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;

/** The API's operations on runtimes. */
public final class RuntimeOperations {
  private static final String LIST =
      JsonText.array(RuntimeRelease.ALL.stream().map(RuntimeRelease::json).toList());

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry.add("listRuntimes", this::onListRuntimes).add("readRuntime", this::onReadRuntime);
  }

  Future<ApiResponse> onListRuntimes(ApiRequest request) {
    return Future.succeededFuture(ApiResponse.ok(LIST));
  }

  Future<ApiResponse> onReadRuntime(ApiRequest request) {
    return RuntimeRelease.of(request.optionalText("id").orElse(""))
        .map(release -> Future.succeededFuture(ApiResponse.ok(release.json())))
        .orElseGet(() -> Future.failedFuture(ApiException.notFound()));
  }
}
