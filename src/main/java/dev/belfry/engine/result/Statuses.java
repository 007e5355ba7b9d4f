package dev.belfry.engine.result;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Reads the present status of checks. */
public final class Statuses {
  private static final UUID FIRST = new UUID(0, 0);
  private static final int CHECKS_AT_ONCE = 1_000;

  private final StatusStore store;

  /** Reads from this database. */
  public Statuses(Database database) {
    store = new StatusStore(database);
  }

  /**
   * The checks of an account that have a verdict, oldest first, read in short statements of 1,000
   * checks.
   */
  public Future<List<StatusRow>> all(UUID account, long now) {
    return after(FIRST, account, now, new ArrayList<>());
  }

  private Future<List<StatusRow>> after(UUID last, UUID account, long now, List<StatusRow> before) {
    return store
        .next(account, last, CHECKS_AT_ONCE, now)
        .compose(
            rows -> {
              rows.stream().filter(StatusRow::isKnown).forEach(before::add);
              return rows.size() < CHECKS_AT_ONCE
                  ? Future.succeededFuture(before)
                  : after(rows.get(rows.size() - 1).id(), account, now, before);
            });
  }

  /** One check. Fails with a 404 when the account has no such check. */
  Future<StatusRow> read(UUID account, UUID check, long now) {
    return store.read(account, check, now).map(found -> found.orElseThrow(ApiException::notFound));
  }
}
