package dev.belfry.platform.db;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.VertxBootstrap;
import io.vertx.core.spi.VertxServiceProvider;
import io.vertx.core.spi.context.storage.ContextLocal;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the statements of one request have in common: on whose behalf they run and, while {@link
 * Database#inRequestTransaction} is under way, the one transaction that all of them join. Belongs
 * to the Vert.x context of the request, so that no method has to hand it on; confined to its event
 * loop.
 */
public final class RequestScope {
  private static final ContextLocal<RequestScope> LOCAL =
      ContextLocal.registerLocal(RequestScope.class);

  private static final String ANNOUNCE =
      "SELECT set_config('belfry.actor', $1, true), set_config('belfry.request', $2, true)";

  private final UUID account;
  private final @Nullable Actor actor;
  private final List<Runnable> afterCommit = new ArrayList<>(0);
  private final List<Runnable> afterRollback = new ArrayList<>(0);
  private @Nullable SqlConnection joined;
  private @Nullable SharedWork<?> shared;
  private @Nullable Isolation isolation;

  private RequestScope(UUID account, @Nullable Actor actor) {
    this.account = account;
    this.actor = actor;
  }

  /** Makes sure that the place for scopes exists before the first Vert.x does, as it must. */
  public static final class Registration implements VertxServiceProvider {
    @Override
    public void init(VertxBootstrap builder) {
      Objects.requireNonNull(LOCAL); // Naming it registers it.
    }
  }

  /**
   * Begins a scope that lasts as long as the request whose context this is called on.
   *
   * @param account whose turn at the connections of a pool its statements take
   * @param actor null for a request that changes nothing
   */
  public static void enter(UUID account, @Nullable Actor actor) {
    ContextInternal context = ContextInternal.current();
    if (context == null || !context.isDuplicate()) {
      throw new IllegalStateException("A scope needs the context of one request");
    }
    LOCAL.put(context, new RequestScope(account, actor));
  }

  /**
   * Runs work on behalf of an account in a scope of its own, which ends with the work: for a
   * message of a stream that many messages come over.
   */
  public static void within(UUID account, Runnable work) {
    ContextInternal.current()
        .duplicate()
        .dispatch(
            () -> {
              enter(account, null);
              work.run();
            });
  }

  /** On whose behalf the present request runs; the service itself outside of one that changes. */
  public static Actor actor() {
    RequestScope scope = current();
    return scope == null || scope.actor == null ? Actor.SYSTEM : scope.actor;
  }

  /** The account that the present request is of, null outside of requests. */
  static @Nullable UUID account() {
    RequestScope scope = current();
    return scope == null ? null : scope.account;
  }

  /**
   * Runs what others must not see before the request's transaction is committed: then, or at once
   * when none is under way; never when it is rolled back.
   */
  public static void afterCommit(Runnable effect) {
    RequestScope scope = current();
    if (scope == null || !scope.isWithin()) {
      effect.run();
    } else {
      scope.afterCommit.add(effect);
    }
  }

  /**
   * Runs what makes up for something that took effect apart from the request's transaction, if that
   * is rolled back; outside of one, never.
   */
  public static void afterRollback(Runnable effect) {
    RequestScope scope = current();
    if (scope != null && scope.isWithin()) {
      scope.afterRollback.add(effect);
    }
  }

  /**
   * Tells the audit log on whose behalf the transaction that has just begun changes things. The
   * statements it is for need not wait for it: they are sent behind it, and if it fails so do they.
   */
  static Future<?> announce(SqlConnection connection) {
    RequestScope scope = current();
    Actor acting = scope == null ? null : scope.actor;
    return acting == null
        ? Future.succeededFuture()
        : connection.preparedQuery(ANNOUNCE).execute(Tuple.of(acting.name(), acting.requestId()));
  }

  /** A promise whose future goes on in the context of the caller, where his scope is. */
  static <T> Promise<T> promise() {
    ContextInternal caller = ContextInternal.current();
    return caller == null ? Promise.promise() : caller.promise();
  }

  static @Nullable RequestScope current() {
    Context context = Vertx.currentContext();
    return context == null ? null : LOCAL.get(context);
  }

  /** The connection whose transaction statements are to join, null when there is none. */
  static @Nullable SqlConnection joined() {
    RequestScope scope = current();
    return scope == null ? null : scope.joined;
  }

  /** What the request asks of the transaction that it shares, null when it shares none. */
  static @Nullable SharedWork<?> shared() {
    RequestScope scope = current();
    return scope == null ? null : scope.shared;
  }

  private boolean isWithin() {
    return joined != null || shared != null;
  }

  /** The isolation of the transaction that the request has or shares, null without one. */
  static @Nullable Isolation isolation() {
    RequestScope scope = current();
    return scope == null || !scope.isWithin() ? null : scope.isolation;
  }

  <T> Future<T> join(SqlConnection connection, Isolation level, Supplier<Future<T>> work) {
    requireNone();
    joined = connection;
    isolation = level;
    return begun(work).onComplete(ended -> joined = null);
  }

  <T> Future<T> share(SharedWork<T> transaction, Supplier<Future<T>> work) {
    requireNone();
    shared = transaction;
    isolation = transaction.isolation();
    return begun(work).onComplete(ended -> shared = null);
  }

  private void requireNone() {
    if (isWithin()) {
      throw new IllegalStateException("The request has a transaction already");
    }
  }

  private static <T> Future<T> begun(Supplier<Future<T>> work) {
    try {
      return work.get();
    } catch (RuntimeException failure) {
      return Future.failedFuture(failure);
    }
  }

  void committed() {
    end(afterCommit);
  }

  void rolledBack() {
    end(afterRollback);
  }

  /** A part of the transaction will not take effect. */
  void undone() {
    afterCommit.clear();
  }

  private void end(List<Runnable> effects) {
    List<Runnable> due = List.copyOf(effects);
    afterCommit.clear();
    afterRollback.clear();
    due.forEach(Runnable::run);
  }
}
