package dev.belfry.api.idempotency;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Isolation;
import dev.belfry.platform.db.SharedKind;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.platform.seal.UnsealException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets a request take effect once over all instances, even if one of them dies: key, effect and
 * answer are one transaction (ADR 0022). Confined to one event loop.
 */
public final class Idempotency {
  private static final int FORGOTTEN_AT_ONCE = 1_000;
  private static final long FIRST_PAUSE_MILLIS = 25;
  private static final long LONGEST_PAUSE_MILLIS = 400;

  private final Vertx vertx;
  private final Database database;
  private final Sealer sealer;
  private final IdempotencyStore store;
  private final Runnable replayed;

  /**
   * @param replayed called for every answer that is given again
   */
  public Idempotency(Vertx vertx, Database database, Sealer sealer, Runnable replayed) {
    this.vertx = vertx;
    this.database = database;
    this.sealer = sealer;
    this.store = new IdempotencyStore(database);
    this.replayed = replayed;
  }

  /**
   * Answers an attempt: by its effect if it is the first, else with the answer to the first. While
   * the first is in flight, the attempt waits without a connection, as long as a lost process may
   * hold the lock. Fails with a 409 after that, and with a 422 when the first was another request.
   *
   * @param kind the requests that it may share a transaction with, null when it may with none
   * @param effect what the request does; a failure undoes it
   * @param refusal the answer to a failure that a retry would meet again, empty for others: nothing
   *     is kept of those, and the next attempt is judged anew
   */
  public Future<StoredAnswer> once(
      KeyedAttempt attempt,
      @Nullable SharedKind kind,
      Supplier<Future<StoredAnswer>> effect,
      Function<Throwable, Optional<StoredAnswer>> refusal) {
    Supplier<Future<StoredAnswer>> work = () -> ifFree(attempt, effect, refusal);
    return whenFree(
            () ->
                kind == null
                    ? database.inRequestTransaction(Isolation.READ_COMMITTED, work)
                    : database.inSharedTransaction(kind, attempt.name(), work),
            FIRST_PAUSE_MILLIS,
            database.longestOrphan().toMillis())
        .onSuccess(
            answer -> {
              if (answer.replayed()) {
                replayed.run();
              }
            });
  }

  private Future<StoredAnswer> whenFree(
      Supplier<Future<StoredAnswer>> unit, long pause, long left) {
    return unit.get()
        .recover(
            failure ->
                left > 0
                        && failure instanceof ApiException told
                        && told.error() == ApiError.STILL_RUNNING
                    ? vertx
                        .timer(pause, TimeUnit.MILLISECONDS)
                        .compose(
                            due ->
                                whenFree(
                                    unit, Math.min(2 * pause, LONGEST_PAUSE_MILLIS), left - pause))
                    : Future.failedFuture(failure));
  }

  private Future<StoredAnswer> ifFree(
      KeyedAttempt attempt,
      Supplier<Future<StoredAnswer>> effect,
      Function<Throwable, Optional<StoredAnswer>> refusal) {
    Future<Boolean> locked = store.tryLock(attempt);
    Future<Optional<String>> found = store.find(attempt);
    return locked
        .compose(
            free -> free ? found : Future.failedFuture(new ApiException(ApiError.STILL_RUNNING)))
        .compose(
            kept ->
                kept.map(text -> again(attempt, text))
                    .orElseGet(() -> first(attempt, effect, refusal)));
  }

  private Future<StoredAnswer> again(KeyedAttempt attempt, String text) {
    KeptAnswer kept;
    try {
      kept = KeptAnswer.unseal(sealer, attempt, text);
    } catch (UnsealException lost) {
      return Future.failedFuture(
          new ApiException(
              ApiError.CONFLICT,
              "The request was answered before, but its stored answer can no longer be unsealed"));
    }
    return kept.fingerprint().equals(attempt.fingerprint())
        ? Future.succeededFuture(kept.answer().again())
        : Future.failedFuture(new ApiException(ApiError.OTHER_REQUEST));
  }

  private Future<StoredAnswer> first(
      KeyedAttempt attempt,
      Supplier<Future<StoredAnswer>> effect,
      Function<Throwable, Optional<StoredAnswer>> refusal) {
    return database
        .savepoint(effect)
        .recover(
            failure ->
                refusal
                    .apply(failure)
                    .map(Future::succeededFuture)
                    .orElseGet(() -> Future.failedFuture(failure)))
        .compose(answer -> keep(attempt, answer).map(answer));
  }

  private Future<Void> keep(KeyedAttempt attempt, StoredAnswer answer) {
    boolean refused = answer.status() >= ApiError.BAD_REQUEST.status();
    return refused && !attempt.keepsRefusals()
        ? Future.succeededFuture()
        : store.keep(attempt, new KeptAnswer(attempt.fingerprint(), answer).seal(sealer, attempt));
  }

  /** Deletes what was kept for 24 hours, some rows at a time. */
  public Future<Void> forget() {
    return store
        .forget(FORGOTTEN_AT_ONCE)
        .compose(count -> count == FORGOTTEN_AT_ONCE ? forget() : Future.succeededFuture());
  }
}
