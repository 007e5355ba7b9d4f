package dev.belfry.engine.testrun;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.request.ApiScope;
import dev.belfry.engine.request.CompletedRequest;
import dev.belfry.engine.request.RequestCompletion;
import dev.belfry.monitoring.check.ApiDefaults;
import dev.belfry.monitoring.check.CheckSettings;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.monitoring.check.EnvironmentVariableDraft;
import dev.belfry.monitoring.group.GroupLookup;
import dev.belfry.monitoring.monitor.UnsavedMonitor;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Serves the API's operations on test runs, one for each type of check. */
public final class TestRunOperations {
  private final TestRuns runs;
  private final PingTests others;
  private final Database database;
  private final GroupLookup groups;
  private final RequestCompletion completion;

  /**
   * Creates the operations.
   *
   * @param others test ICMP monitors while this instance may not ping
   */
  public TestRunOperations(
      TestRuns runs,
      PingTests others,
      Database database,
      GroupLookup groups,
      RequestCompletion completion) {
    this.runs = runs;
    this.others = others;
    this.database = database;
    this.groups = groups;
    this.completion = completion;
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    for (CheckType type : CheckType.ofRequests()) {
      registry.add("test" + type.resource(), UnsavedMonitor.body(type), this::onTest);
    }
  }

  Future<ApiResponse> onTest(ApiRequest request, UnsavedMonitor monitor) {
    CheckSettings settings = monitor.settings();
    boolean pings = settings.identity().checkType() == CheckType.ICMP;
    String refusal = pings ? runs.pingRefusal() : null;
    return runs.inPlace(
            request.account(),
            () ->
                refusal == null
                    ? test(request.account(), settings, monitor.variables())
                    : testElsewhere(request.account(), monitor, refusal))
        .map(ApiResponse::ok);
  }

  private Future<String> test(
      UUID account, CheckSettings settings, List<EnvironmentVariableDraft> variables) {
    return runs.prober()
        .probe(
            settings, stored -> complete(account, settings.identity().groupId(), variables, stored))
        .map(TestProber.Tested::answer);
  }

  private Future<String> testElsewhere(UUID account, UnsavedMonitor monitor, String refusal) {
    return others
        .test(account, monitor.document())
        .map(
            answer ->
                answer.orElseThrow(
                    () ->
                        new ApiException(
                            ApiError.CONFLICT,
                            "No running instance may send pings; set the sysctl"
                                + " net.ipv4.ping_group_range of one to \"0 2147483647\"."
                                + " This instance sends no pings: "
                                + refusal)));
  }

  private Future<CompletedRequest> complete(
      UUID account,
      @Nullable Long group,
      List<EnvironmentVariableDraft> variables,
      ProbeRequest stored) {
    if (!stored.request().type().hasVariables()) {
      return Future.succeededFuture(CompletedRequest.asStored(stored));
    }
    List<ApiScope.OwnVariable> own = variables.stream().map(TestRunOperations::own).toList();
    Future<ApiDefaults> defaults =
        group == null
            ? Future.succeededFuture(ApiDefaults.NONE)
            : groups
                .apiDefaults(database, account, group)
                .map(found -> found.orElseThrow(TestRunOperations::noGroup));
    return defaults.compose(
        shared -> completion.complete(new ApiScope(account, null, group, shared, own), stored));
  }

  private static ApiScope.OwnVariable own(EnvironmentVariableDraft variable) {
    String key = variable.key().value();
    String value = variable.value().value();
    return new ApiScope.OwnVariable(
        key == null ? "" : key, value == null ? "" : value, variable.isSecret());
  }

  private static ApiException noGroup() {
    return ApiException.invalid(
        List.of(new Violation("/groupId", "must be the id of a check group of the account")));
  }
}
