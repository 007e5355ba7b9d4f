package dev.belfry.account.profile;

import dev.belfry.api.auth.Caller;
import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.monitoring.location.PingCoverage;
import dev.belfry.platform.config.Quotas;
import dev.belfry.platform.db.Database;
import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;

/** The API's operations on accounts. */
public final class AccountOperations {
  private final Accounts accounts;
  private final Quotas quotas;
  private final PingCoverage pinging;

  /**
   * @param quotas what each account may have
   * @param pinging tells whether ICMP monitors can be run
   */
  public AccountOperations(Database database, Quotas quotas, PingCoverage pinging) {
    this.quotas = quotas;
    this.pinging = pinging;
    accounts = new Accounts(new AccountStore(database));
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("listAccounts", this::listAccounts)
        .add("readOwnAccount", this::readOwnAccount)
        .add("readAccount", this::readAccount)
        .add("listNextAccounts", this::listAccounts)
        .add("readNextAccount", this::readAccount)
        .add("readOwnUser", this::readOwnUser)
        .add("readOwnEntitlements", this::readOwnEntitlements)
        .add("readAccountEntitlements", this::readAccountEntitlements);
  }

  Future<ApiResponse> listAccounts(ApiRequest request) {
    return accounts
        .own(request.account())
        .map(row -> ApiResponse.ok(JsonText.array(List.of(AccountView.of(row)))));
  }

  Future<ApiResponse> readOwnAccount(ApiRequest request) {
    return accounts.own(request.account()).map(row -> ApiResponse.ok(AccountView.of(row)));
  }

  Future<ApiResponse> readAccount(ApiRequest request) {
    return accounts
        .read(request.account(), request.guid("id"))
        .map(row -> ApiResponse.ok(AccountView.of(row)));
  }

  Future<ApiResponse> readOwnUser(ApiRequest request) {
    Caller caller = request.caller();
    UUID id = caller.person() == null ? caller.keyId() : caller.person().id();
    return accounts
        .callerName(id, request.account())
        .map(name -> ApiResponse.ok(UserView.of(id, name)));
  }

  Future<ApiResponse> readAccountEntitlements(ApiRequest request) {
    return accounts
        .read(request.account(), request.guid("id"))
        .compose(row -> readOwnEntitlements(request));
  }

  Future<ApiResponse> readOwnEntitlements(ApiRequest request) {
    return accounts
        .quotas(request.account())
        .compose(
            counted ->
                pinging
                    .isPossible()
                    .map(pings -> ApiResponse.ok(Entitlement.all(quotas, counted, pings))));
  }
}
