package dev.belfry.engine.testrun;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.monitoring.monitor.UnsavedMonitor;
import io.vertx.core.Future;

/** Serves the API's operations on test runs, one for each type of check. */
public final class TestRunOperations {
  private final TestRuns runs;

  public TestRunOperations(TestRuns runs) {
    this.runs = runs;
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    for (CheckType type : CheckType.ofRequests()) {
      registry.add("test" + type.resource(), UnsavedMonitor.body(type), this::onTest);
    }
  }

  Future<ApiResponse> onTest(ApiRequest request, UnsavedMonitor monitor) {
    return runs.run(request.account(), monitor.settings())
        .map(tested -> ApiResponse.ok(TestRunView.of(tested)));
  }
}
