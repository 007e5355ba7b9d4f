package dev.belfry.app.metrics;

import dev.belfry.platform.db.Database;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Meters of the databases of all event loops together. */
public final class DatabaseMetrics {
  private final List<Database> databases = new CopyOnWriteArrayList<>();
  private final Counter replayed;

  public DatabaseMetrics(MeterRegistry registry) {
    Gauge.builder(
            "belfry.database.connections",
            databases,
            all -> all.stream().mapToInt(Database::connections).sum())
        .description("Open connections to the database")
        .register(registry);
    Gauge.builder(
            "belfry.database.waiting",
            databases,
            all -> all.stream().mapToInt(Database::waiting).sum())
        .description("Executions that wait for their batch")
        .register(registry);
    replayed =
        Counter.builder("belfry.idempotency.replayed")
            .description("Answers given again to requests with an Idempotency-Key")
            .register(registry);
  }

  /** Counts an answer that is given again. */
  public Runnable replayed() {
    return replayed::increment;
  }

  /** Counts one more event loop's database. */
  public void add(Database database) {
    databases.add(database);
  }
}
