package dev.belfry.app.metrics;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.NotificationSender;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Meters of the databases of all event loops together. */
public final class DatabaseMetrics {
  private final List<Database> databases = new CopyOnWriteArrayList<>();
  private final Counter replayed;

  public DatabaseMetrics(MeterRegistry registry, NotificationSender sender) {
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
    Gauge.builder("belfry.notifications.oldest", sender, NotificationSender::oldestSeconds)
        .description("Age of the oldest notification that is not sent")
        .baseUnit("seconds")
        .register(registry);
    Gauge.builder("belfry.notifications.queue.usage", sender, NotificationSender::queueUsage)
        .description("Fraction of the server's queue of notifications in use, 0 to 1")
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
