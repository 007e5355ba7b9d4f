package dev.belfry.monitoring.variable;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import dev.belfry.platform.seal.Sealer;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;

/** What can be done with the variables of an account. */
final class Variables {
  private final Database database;
  private final VariableStore store;
  private final Sealer sealer;
  private final InstantSource clock;

  Variables(Database database, VariableStore store, Sealer sealer, InstantSource clock) {
    this.database = database;
    this.store = store;
    this.sealer = sealer;
    this.clock = clock;
  }

  /** One page of variables and the number of all. */
  record Page(List<VariableRow> rows, long total) {}

  Future<Page> list(UUID account, long limit, long offset) {
    return database.transaction(
        connection ->
            store
                .list(connection, account, limit, offset)
                .compose(
                    rows -> store.count(connection, account).map(total -> new Page(rows, total))));
  }

  Future<VariableRow> read(UUID account, String key) {
    return store.read(account, key).map(found -> found.orElseThrow(ApiException::notFound));
  }

  /** Creates a variable; a 409 when the account has one with this key. */
  Future<VariableRow> create(UUID account, ObjectNode body) {
    VariableRow row =
        row(
            account,
            body.get("key").textValue(),
            body.get("value").textValue(),
            body.get("locked").booleanValue(),
            body.get("secret").booleanValue());
    return store
        .insert(account, row, now())
        .map(
            inserted -> {
              if (!inserted) {
                throw new ApiException(
                    ApiError.CONFLICT, "The account has a variable with this key already");
              }
              return row;
            });
  }

  /** Changes the value and what flags the body names; what is secret stays so. */
  Future<VariableRow> update(UUID account, String key, ObjectNode body) {
    return database.transaction(
        connection ->
            store
                .lock(connection, account, key)
                .map(found -> changed(account, found.orElseThrow(ApiException::notFound), body))
                .compose(row -> store.replace(connection, account, row, now()).map(row)));
  }

  private VariableRow changed(UUID account, VariableRow stored, ObjectNode body) {
    boolean secret = body.path("secret").asBoolean(stored.secret());
    if (stored.secret() && !secret) {
      throw ApiException.invalid(
          List.of(
              new Violation(
                  "/secret", "cannot be undone: delete the variable and create it again")));
    }
    return row(
        account,
        stored.key(),
        body.get("value").textValue(),
        body.path("locked").asBoolean(stored.locked()),
        secret);
  }

  private VariableRow row(UUID account, String key, String value, boolean locked, boolean secret) {
    return new VariableRow(
        key,
        secret ? sealer.seal(CheckVariables.place(account, key), value) : value,
        locked,
        secret);
  }

  /** Deletes a variable for good. */
  Future<Void> delete(UUID account, String key) {
    return store
        .delete(account, key)
        .compose(
            deleted ->
                deleted ? Future.succeededFuture() : Future.failedFuture(ApiException.notFound()));
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }
}
