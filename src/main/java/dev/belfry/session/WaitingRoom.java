package dev.belfry.session;

import dev.belfry.error.ApiError;
import dev.belfry.error.ApiException;
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
 * Where requests wait for the end of a session without holding a database connection: one question
 * for all of them, several times a second and only while somebody waits. So it does not matter
 * which instance ends a session. Confined to the event loop that made it.
 */
final class WaitingRoom {
  private static final long PAUSE_MILLIS = 200;

  private final Vertx vertx;
  private final Function<Collection<UUID>, Future<Set<UUID>>> over;
  private final BooleanSupplier stopping;
  private final int mostWaiting;
  private final Map<UUID, Set<Promise<Boolean>>> waiting = new HashMap<>();
  private int size;
  private boolean asking;

  /**
   * @param over which of some sessions are over
   * @param stopping whether everybody is to be sent away
   */
  WaitingRoom(
      Vertx vertx,
      Function<Collection<UUID>, Future<Set<UUID>>> over,
      BooleanSupplier stopping,
      int mostWaiting) {
    this.vertx = vertx;
    this.over = over;
    this.stopping = stopping;
    this.mostWaiting = mostWaiting;
  }

  /**
   * Waits for a session: true once it is over, false when it is not by the end of the time or the
   * service stops; fails with a 503 when too many wait already.
   */
  Future<Boolean> await(UUID session, long millis) {
    if (size >= mostWaiting) {
      return Future.failedFuture(new ApiException(ApiError.UNAVAILABLE));
    }
    Promise<Boolean> promise = Promise.promise();
    waiting.computeIfAbsent(session, first -> new LinkedHashSet<>()).add(promise);
    size++;
    long timer = vertx.setTimer(millis, due -> promise.tryComplete(false));
    askLater();
    return promise
        .future()
        .onComplete(
            done -> {
              vertx.cancelTimer(timer);
              leave(session, promise);
            });
  }

  private void leave(UUID session, Promise<Boolean> promise) {
    Set<Promise<Boolean>> others = waiting.get(session);
    if (others != null && others.remove(promise)) {
      size--;
      if (others.isEmpty()) {
        waiting.remove(session);
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
    over.apply(new ArrayList<>(waiting.keySet()))
        .onSuccess(sessions -> release(sessions, true))
        .onComplete(
            answered -> {
              asking = false;
              askLater();
            });
  }

  private void release(Set<UUID> sessions, boolean isOver) {
    for (UUID session : sessions) {
      List<Promise<Boolean>> promises = List.copyOf(waiting.getOrDefault(session, Set.of()));
      promises.forEach(promise -> promise.tryComplete(isOver));
    }
  }
}
