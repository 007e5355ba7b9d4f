package dev.belfry.monitoring.variable;

import static java.util.Objects.requireNonNull;

import dev.belfry.monitoring.check.SecretText;
import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.CountedPage;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Versioned;
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

/** Creates, reads, changes and deletes the variables of an account. */
final class Variables {
  private final Database database;
  private final VariableStore store;
  private final BulkVariableStore bulk;
  private final Sealer sealer;
  private final InstantSource clock;

  Variables(Database database, Sealer sealer, InstantSource clock) {
    this.database = database;
    this.store = new VariableStore(database);
    this.bulk = new BulkVariableStore(database);
    this.sealer = sealer;
    this.clock = clock;
  }

  /** The variables of an account, by key. */
  Future<CountedPage<VariableRow>> list(UUID account, long limit, long offset) {
    return database.read(
        connection ->
            CountedPage.read(
                store.count(connection, account),
                offset,
                () -> store.list(connection, account, limit, offset)));
  }

  Future<VariableRow> read(UUID account, String key) {
    return store.read(account, key).map(found -> found.orElseThrow(ApiException::notFound));
  }

  /** Creates a variable; fails with a 409 when the account has one with this key. */
  Future<VariableRow> create(UUID account, VariableDraft draft) {
    if (Boolean.TRUE.equals(draft.secret().value())) {
      List<Violation> violations = SecretText.ofNew("/value", draft.value());
      if (!violations.isEmpty()) {
        throw ApiException.invalid(violations);
      }
    }
    VariableRow row =
        row(
            account,
            requireNonNull(draft.key().value()),
            requireNonNull(draft.value().value()),
            Boolean.TRUE.equals(draft.locked().value()),
            Boolean.TRUE.equals(draft.secret().value()));
    return BulkStatement.orElse(bulk.create(account, row, now()), () -> createAlone(account, row));
  }

  private Future<VariableRow> createAlone(UUID account, VariableRow row) {
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

  /**
   * Changes the value and the flags that the body names; fails with a 404 without the variable and
   * with a 400 when a secret one would become readable.
   */
  Future<VariableRow> update(UUID account, String key, VariableDraft draft) {
    return BulkStatement.orElse(
        BulkStatement.andThen(
            bulk.lookUp(account, key),
            stored ->
                bulk.update(
                    account,
                    new Versioned<>(changed(account, stored.value(), draft), stored.version()),
                    now())),
        () -> updateWithLock(account, key, draft));
  }

  private Future<VariableRow> updateWithLock(UUID account, String key, VariableDraft draft) {
    return database.transaction(
        connection ->
            store
                .lock(connection, account, key)
                .map(found -> changed(account, found.orElseThrow(ApiException::notFound), draft))
                .compose(row -> store.replace(connection, account, row, now()).map(row)));
  }

  private VariableRow changed(UUID account, VariableRow stored, VariableDraft draft) {
    boolean secret = Boolean.TRUE.equals(draft.secret().or(stored.secret()));
    if (stored.secret() && !secret) {
      throw ApiException.invalid(
          List.of(
              new Violation(
                  "/secret", "cannot be undone: delete the variable and create it again")));
    }
    String value = requireNonNull(draft.value().value());
    boolean locked = Boolean.TRUE.equals(draft.locked().or(stored.locked()));
    boolean kept = secret && value.equals(SecretText.TEXT);
    return kept && stored.secret()
        ? new VariableRow(stored.key(), stored.value(), locked, true)
        : row(account, stored.key(), kept ? stored.value() : value, locked, secret);
  }

  private VariableRow row(UUID account, String key, String value, boolean locked, boolean secret) {
    return new VariableRow(
        key,
        secret ? sealer.seal(CheckVariables.place(account, key), value) : value,
        locked,
        secret);
  }

  /** Deletes a variable; fails with a 404 without it. */
  Future<Void> delete(UUID account, String key) {
    return BulkStatement.orElse(bulk.delete(account, key), () -> store.delete(account, key))
        .compose(
            deleted ->
                deleted ? Future.succeededFuture() : Future.failedFuture(ApiException.notFound()));
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }
}
