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
  private final Variables variables;

  public VariableOperations(Database database, Sealer sealer, InstantSource clock) {
    variables = new Variables(database, sealer, clock);
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("listVariables", this::onListVariables)
        .add("createVariable", VariableCodec.BODY, this::onCreateVariable)
        .add("readVariable", this::onReadVariable)
        .add("updateVariable", VariableCodec.BODY, this::onUpdateVariable)
        .add("deleteVariable", this::onDeleteVariable)
        .inSets("createVariable", "updateVariable", "deleteVariable")
        .inTurn("updateVariable");
  }

  Future<ApiResponse> onListVariables(ApiRequest request) {
    return variables
        .list(request.account(), request.number("limit"), PageList.offset(request))
        .map(
            page -> {
              List<String> entries = page.rows().stream().map(VariableCodec::answer).toList();
              return new PageList(entries, page.total()).answer(request);
            });
  }

  Future<ApiResponse> onCreateVariable(ApiRequest request, VariableDraft draft) {
    return variables
        .create(request.account(), draft)
        .map(row -> tagged(row, ApiResponse.created(VariableCodec.answer(row))));
  }

  Future<ApiResponse> onReadVariable(ApiRequest request) {
    return variables
        .read(request.account(), key(request))
        .map(row -> tagged(row, ApiResponse.ok(VariableCodec.answer(row))));
  }

  Future<ApiResponse> onUpdateVariable(ApiRequest request, VariableDraft draft) {
    return variables
        .update(request.account(), key(request), draft)
        .map(row -> tagged(row, ApiResponse.ok(VariableCodec.answer(row))));
  }

  Future<ApiResponse> onDeleteVariable(ApiRequest request) {
    return variables
        .delete(request.account(), key(request))
        .map(deleted -> ApiResponse.noContent());
  }

  private static ApiResponse tagged(VariableRow row, ApiResponse answer) {
    return row.secret() ? answer.hiding(Sealer.revision(row.value())) : answer;
  }

  private static String key(ApiRequest request) {
    return request.optionalText(VariableCodec.KEY).orElseThrow();
  }
}
