package dev.belfry.monitoring.variable;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.api.http.PageList;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.seal.Sealer;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.List;

/** The API's operations on the variables of an account. */
public final class VariableOperations {
  private static final String KEY = "key";

  private final Variables variables;

  public VariableOperations(Database database, Sealer sealer, InstantSource clock) {
    variables = new Variables(database, new VariableStore(database), sealer, clock);
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("listVariables", this::listVariables)
        .add("createVariable", this::createVariable)
        .add("readVariable", this::readVariable)
        .add("updateVariable", this::updateVariable)
        .add("deleteVariable", this::deleteVariable);
  }

  Future<ApiResponse> listVariables(ApiRequest request) {
    return variables
        .list(request.account(), request.number("limit"), PageList.offset(request))
        .map(
            page -> {
              List<String> entries = page.rows().stream().map(VariableView::of).toList();
              return new PageList(entries, page.total()).answer(request);
            });
  }

  Future<ApiResponse> createVariable(ApiRequest request) {
    return variables
        .create(request.account(), request.body())
        .map(row -> ApiResponse.created(VariableView.of(row)));
  }

  Future<ApiResponse> readVariable(ApiRequest request) {
    return variables
        .read(request.account(), key(request))
        .map(row -> ApiResponse.ok(VariableView.of(row)));
  }

  Future<ApiResponse> updateVariable(ApiRequest request) {
    return variables
        .update(request.account(), key(request), request.body())
        .map(row -> ApiResponse.ok(VariableView.of(row)));
  }

  Future<ApiResponse> deleteVariable(ApiRequest request) {
    return variables
        .delete(request.account(), key(request))
        .map(deleted -> ApiResponse.noContent());
  }

  private static String key(ApiRequest request) {
    return request.optionalText(KEY).orElseThrow();
  }
}
