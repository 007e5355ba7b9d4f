package dev.belfry.account.people;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.CursorPage;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import io.vertx.core.Future;

/** The API's operation on the sign-ins of the person who is signed in. */
public final class SignInOperations {
  private final SignInStore store;

  public SignInOperations(Database database, Ids ids) {
    this.store = new SignInStore(database, ids);
  }

  /** Adds this operation to the registry. */
  public void register(OperationRegistry registry) {
    registry.add("listSignIns", this::listSignIns);
  }

  Future<ApiResponse> listSignIns(ApiRequest request) {
    long limit = request.number("limit");
    return store
        .list(
            request.caller().requirePerson().id(),
            request.optionalGuid("nextId").orElse(null),
            CursorPage.rows(limit))
        .map(
            rows ->
                ApiResponse.ok(CursorPage.of(rows, limit, SignInRow::id).json(SignInRow::json)));
  }
}
