package dev.belfry.api.http;

import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Holds requests that wait for the end of something, without a database connection for each. While
 * requests wait, one query for all of them runs several times a second, so any instance may end it.
 * Confined to the event loop that made it.
 */
public final class WaitingRoom {
  private static final long PAUSE_MILLIS = 200;

  private final Vertx vertx;
  private final Function<Collection<UUID>, Future<Set<UUID>>> over;
  private final BooleanSupplier stopping;
  private final int mostWaiting;
  private final long mostOfAccount;
  private final Map<UUID, Integer> accounts = new HashMap<>();
  private final Map<UUID, Set<Promise<Boolean>>> waiting = new HashMap<>();
  private int size;
  private boolean asking;

  /**
   * @param over tells which of some ids are over
   * @param stopping whether all waiting requests are to be answered now
   * @param mostOfAccount requests of one account that may wait, 0 = as many as of all
   */
  public WaitingRoom(
      Vertx vertx,
      Function<Collection<UUID>, Future<Set<UUID>>> over,
      BooleanSupplier stopping,
      int mostWaiting,
      long mostOfAccount) {
    this.vertx = vertx;
    this.over = over;
    this.stopping = stopping;
    this.mostWaiting = mostWaiting;
    this.mostOfAccount = mostOfAccount == 0 ? Long.MAX_VALUE : mostOfAccount;
  }

  /**
   * Waits for one id. Completes with true once it is over, and with false when the time has passed
   * or the service stops. Fails with a 503 when too many requests wait already, and with a 429 when
   * too many of the account do.
   */
  public Future<Boolean> await(UUID account, UUID id, long millis) {
    if (size >= mostWaiting) {
      return Future.failedFuture(new ApiException(ApiError.UNAVAILABLE));
    }
    if (accounts.getOrDefault(account, 0) >= mostOfAccount) {
      return Future.failedFuture(
          new ApiException(
              ApiError.TOO_MANY_REQUESTS,
              "The account has " + mostOfAccount + " waiting requests already"));
    }
    accounts.merge(account, 1, Integer::sum);
    Promise<Boolean> promise = Promise.promise();
    waiting.computeIfAbsent(id, first -> new LinkedHashSet<>()).add(promise);
    size++;
    long timer = vertx.setTimer(millis, due -> promise.tryComplete(false));
    askLater();
    return promise
        .future()
        .onComplete(
            done -> {
              vertx.cancelTimer(timer);
              accounts.computeIfPresent(account, (same, now) -> now == 1 ? null : now - 1);
              leave(id, promise);
            });
  }

  private void leave(UUID id, Promise<Boolean> promise) {
    Set<Promise<Boolean>> others = waiting.get(id);
    if (others != null && others.remove(promise)) {
      size--;
      if (others.isEmpty()) {
        waiting.remove(id);
      }
    }
  }

  private void askLater() {
    if (!asking && !waiting.isEmpty()) {
      asking = true;
      vertx.setTimer(PAUSE_MILLIS, due -> ask());
    }
  }

  private void ask() {
    if (stopping.getAsBoolean()) {
      asking = false;
      release(new HashSet<>(waiting.keySet()), false);
      return;
    }
    if (waiting.isEmpty()) { // All requests have left since the timer was set.
      asking = false;
      return;
    }
    Future.succeededFuture()
        .compose(started -> over.apply(new ArrayList<>(waiting.keySet()))) // It may throw.
        .onSuccess(ids -> release(ids, true))
        .onComplete(
            answered -> {
              asking = false;
              askLater();
            });
  }

  private void release(Set<UUID> ids, boolean isOver) {
    for (UUID id : ids) {
      List<Promise<Boolean>> promises = List.copyOf(waiting.getOrDefault(id, Set.of()));
      promises.forEach(promise -> promise.tryComplete(isOver));
    }
  }
}
