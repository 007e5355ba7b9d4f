package dev.belfry.platform.db;

import io.vertx.core.Future;

/** Operations on partitions of tables. */
public final class Partitions {
  private Partitions() {}

  /** Drops a partition, unless that would have others wait; then it fails. */
  public static Future<Void> drop(Database database, String name) {
    return database.transaction(
        connection ->
            connection
                .query("SET LOCAL lock_timeout = '100ms'")
                .execute()
                .compose(set -> connection.query("DROP TABLE IF EXISTS \"" + name + '"').execute())
                .mapEmpty());
  }
}
