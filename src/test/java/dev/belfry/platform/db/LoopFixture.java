package dev.belfry.platform.db;

import dev.belfry.app.TestApp;
import dev.belfry.testing.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/** A database, as one event loop uses it. */
final class LoopFixture implements AutoCloseable {
  final TestDatabase testDatabase;
  private final Vertx vertx = Vertx.vertx();
  final ContextInternal loop = (ContextInternal) vertx.getOrCreateContext();
  final Database database;

  /**
   * Makes an empty database.
   *
   * @param connections of the pool
   * @param settings of the database by the names of their variables
   */
  LoopFixture(int connections, Map<String, String> settings) {
    this(TestDatabase.create(), connections, settings);
  }

  /** The same with a database that is there; closes it. */
  LoopFixture(TestDatabase testDatabase, int connections, Map<String, String> settings) {
    this.testDatabase = testDatabase;
    database =
        on(
            loop,
            () ->
                Future.succeededFuture(
                    new Database(
                        vertx,
                        testDatabase.address(),
                        TestApp.config(testDatabase.address(), settings).database(),
                        connections)));
  }

  /** Runs work on a context, and blocks until its future ends. */
  static <T> T on(ContextInternal context, Supplier<Future<T>> work) {
    Promise<T> result = Promise.promise();
    context.runOnContext(
        started -> {
          try {
            work.get().onComplete(result);
          } catch (RuntimeException failure) {
            result.fail(failure);
          }
        });
    return result.future().await();
  }

  /** Runs a request of an account on the loop, and blocks until its future ends. */
  <T> T request(UUID account, Supplier<Future<T>> work) {
    return on(
        loop.duplicate(),
        () -> {
          RequestScope.enter(account, Actor.SYSTEM);
          return work.get();
        });
  }

  /** A statement that writes, when its connection stands. */
  BulkStatement bulkWrite(String sql, BulkStatement.Column... columns) {
    return on(
        loop,
        () -> {
          BulkStatement statement = database.bulkWrite(sql, columns);
          return database.ready().map(statement);
        });
  }

  @Override
  public void close() {
    vertx.close().await();
    testDatabase.close();
  }
}
