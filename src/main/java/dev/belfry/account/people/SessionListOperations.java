package dev.belfry.account.people;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.account.people.PersonSessions.PasswordChange;
import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.ClientAddress;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.http.OperationRegistry;
import io.vertx.core.Future;
import java.util.UUID;

/** The API's operations on the sessions and the password of the caller. */
public final class SessionListOperations {
  private final PersonSessions sessions;
  private final ClientAddress addresses;

  public SessionListOperations(PersonSessions sessions, ClientAddress addresses) {
    this.sessions = sessions;
    this.addresses = addresses;
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("listSessions", this::listSessions)
        .add("removeSession", this::removeSession)
        .add("changePassword", this::changePassword);
  }

  Future<ApiResponse> listSessions(ApiRequest request) {
    UUID current = request.caller().keyId();
    return sessions
        .list(request.caller())
        .map(
            rows ->
                ApiResponse.ok(
                    JsonText.array(rows.stream().map(row -> view(row, current)).toList())));
  }

  private static String view(SessionRow row, UUID current) {
    return JsonText.object()
        .plain("id", row.id().toString())
        .plain("accountId", row.account().toString())
        .string("accountName", row.accountName())
        .flag("current", row.id().equals(current))
        .string("userAgent", row.userAgent())
        .string("network", row.network())
        .time("createdAt", row.createdAt())
        .time("seenAt", row.seenAt())
        .time("expiresAt", row.expiresAt())
        .end();
  }

  Future<ApiResponse> removeSession(ApiRequest request) {
    return sessions.end(request.caller(), request.guid("id")).map(ended -> ApiResponse.noContent());
  }

  Future<ApiResponse> changePassword(ApiRequest request) {
    ObjectNode body = request.body();
    PasswordChange change =
        new PasswordChange(body.get("current").textValue(), body.get("password").textValue());
    return sessions
        .changePassword(request.caller(), change, BrowserInfo.of(request.head(), addresses))
        .map(changed -> ApiResponse.noContent());
  }
}
