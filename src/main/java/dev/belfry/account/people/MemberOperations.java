package dev.belfry.account.people;

import dev.belfry.api.auth.Caller;
import dev.belfry.api.auth.Role;
import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.CursorPage;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The API's operations on the members of an account. */
public final class MemberOperations {
  private final MemberStore store;
  private final Invitations invitations;

  public MemberOperations(Database database, Invitations invitations) {
    this.store = new MemberStore(database);
    this.invitations = invitations;
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("listOwnMembers", this::listOwnMembers)
        .add("listAccountMembers", this::listAccountMembers)
        .add("inviteMember", this::inviteMember)
        .add("updateOwnMember", this::updateOwnMember)
        .add("updateAccountMember", this::updateAccountMember)
        .add("removeOwnMember", this::removeOwnMember)
        .add("removeAccountMember", this::removeAccountMember)
        .add("previewInvitation", this::previewInvitation);
  }

  Future<ApiResponse> listOwnMembers(ApiRequest request) {
    long limit = request.number("limit");
    return store
        .list(MemberFilter.of(request), CursorPage.rows(limit))
        .map(
            rows ->
                ApiResponse.ok(
                    MemberView.list(
                        CursorPage.of(rows, limit, MembershipRow::id), request.caller().role())));
  }

  Future<ApiResponse> listAccountMembers(ApiRequest request) {
    requireOwn(request);
    return listOwnMembers(request);
  }

  Future<ApiResponse> inviteMember(ApiRequest request) {
    return invitations
        .invite(
            request.caller(),
            request.body().get("email").textValue(),
            Role.ofWire(request.body().get("role").textValue()))
        .map(made -> ApiResponse.created(MemberView.of(made, request.caller().role())));
  }

  Future<ApiResponse> updateOwnMember(ApiRequest request) {
    return update(request, request.guid("id"));
  }

  Future<ApiResponse> updateAccountMember(ApiRequest request) {
    requireOwn(request);
    return update(request, request.guid("memberId"));
  }

  Future<ApiResponse> removeOwnMember(ApiRequest request) {
    return remove(request, request.guid("id"));
  }

  Future<ApiResponse> removeAccountMember(ApiRequest request) {
    requireOwn(request);
    return remove(request, request.guid("memberId"));
  }

  Future<ApiResponse> previewInvitation(ApiRequest request) {
    return invitations.preview(request.body().get("token").textValue()).map(ApiResponse::ok);
  }

  private Future<ApiResponse> update(ApiRequest request, UUID id) {
    Role role = Role.ofWire(request.body().get("role").textValue());
    return change(request.caller(), id, role)
        .map(row -> ApiResponse.ok(MemberView.of(row, request.caller().role())));
  }

  private Future<ApiResponse> remove(ApiRequest request, UUID id) {
    return change(request.caller(), id, null).map(row -> ApiResponse.noContent());
  }

  private Future<MembershipRow> change(Caller caller, UUID id, @Nullable Role after) {
    Role actor = caller.role();
    return store
        .change(
            caller.accountId(),
            id,
            after,
            (before, owners) -> MemberRules.require(actor, before, after, owners))
        .map(found -> found.orElseThrow(ApiException::notFound));
  }

  private static void requireOwn(ApiRequest request) {
    if (!request.guid("id").equals(request.account())) {
      throw ApiException.notFound();
    }
  }
}
