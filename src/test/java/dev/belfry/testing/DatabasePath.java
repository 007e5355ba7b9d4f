package dev.belfry.testing;

import dev.belfry.platform.config.DatabaseAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How services of tests reach their database: directly or, with {@code BELFRY_TEST_POOLER=true},
 * all of them through a PgBouncer.
 */
public final class DatabasePath {
  private static final boolean POOLED =
      Boolean.parseBoolean(System.getenv().getOrDefault("BELFRY_TEST_POOLER", "false"));

  private static final Map<Integer, PgBouncer> BY_PORT = new ConcurrentHashMap<>();

  private DatabasePath() {}

  /** The settings of a service that say where its database is. */
  public static Map<String, String> to(DatabaseAddress database) {
    return POOLED && database.servers().size() == 1
        ? BY_PORT.computeIfAbsent(database.port(), port -> start(database)).environment(database)
        : Map.of("BELFRY_DATABASE_URL", TestDatabase.url(database));
  }

  private static PgBouncer start(DatabaseAddress database) {
    try {
      return PgBouncer.start(Files.createTempDirectory("belfry-pooler"), database);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
