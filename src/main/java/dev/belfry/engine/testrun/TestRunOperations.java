package dev.belfry.engine.testrun;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.monitoring.monitor.UnsavedMonitor;
import io.vertx.core.Future;

/** Serves the API's operation on test runs. */
public final class TestRunOperations {
  private final TestRuns runs;

  public TestRunOperations(TestRuns runs) {
    this.runs = runs;
  }

  /** Adds this operation to the registry. */
  public void register(OperationRegistry registry) {
    registry.add("testUrlMonitor", UnsavedMonitor.BODY, this::onTestUrlMonitor);
  }

  Future<ApiResponse> onTestUrlMonitor(ApiRequest request, UnsavedMonitor monitor) {
    return runs.run(request.account(), monitor.settings())
        .map(tested -> ApiResponse.ok(TestRunView.of(tested)));
  }
}
