package dev.belfry.engine.result;

import dev.belfry.api.http.CursorPage;
import dev.belfry.monitoring.check.ResultId;
import dev.belfry.platform.db.CountedPage;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads results of checks. Futures fail with a 404 when the account has no such check. */
final class Results {
  private final ResultStore store;

  Results(Database database) {
    store = new ResultStore(database);
  }

  /** Results and their check. */
  record Found<T>(ResultStore.Check check, T results) {}

  /**
   * A part of the list of results, newest first.
   *
   * @param next id of the first result, null for the newest
   */
  Future<Found<CursorPage<ResultRow>>> list(ResultFilter filter, @Nullable UUID next, long limit) {
    ResultId start = next == null ? new ResultId(filter.to(), 0, 0) : ResultId.of(next);
    return check(filter)
        .compose(
            check ->
                store
                    .from(check, filter, start, CursorPage.rows(limit))
                    .map(rows -> CursorPage.of(rows, limit, row -> row.id().toGuid()))
                    .map(page -> new Found<>(check, page)));
  }

  /** One page of the list of results, newest first. */
  Future<Found<CountedPage<ResultRow>>> page(ResultFilter filter, long limit, long offset) {
    return check(filter)
        .compose(
            check ->
                CountedPage.read(
                        store.count(filter),
                        offset,
                        () -> store.page(check, filter, (int) limit, (int) offset))
                    .map(page -> new Found<>(check, page)));
  }

  /** One result: final, attempt or missed. Fails with a 404 also when it does not exist. */
  Future<Found<ResultRow>> read(UUID account, UUID check, UUID result) {
    ResultId id = ResultId.of(result);
    if (!id.toGuid().equals(result)) {
      return Future.failedFuture(ApiException.notFound());
    }
    return store
        .check(account, check)
        .map(Results::present)
        .compose(
            found -> store.read(account, check, id).map(row -> new Found<>(found, present(row))));
  }

  /** Completes when the account has the check; fails with a 404 otherwise. */
  Future<Void> requireCheck(UUID account, UUID check) {
    return store.check(account, check).map(Results::present).mapEmpty();
  }

  private Future<ResultStore.Check> check(ResultFilter filter) {
    return store.check(filter.account(), filter.check()).map(Results::present);
  }

  private static <T> T present(Optional<T> found) {
    return found.orElseThrow(ApiException::notFound);
  }
}
