package dev.belfry.app.metrics;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.NotificationSender;
import dev.belfry.platform.db.Replica;
import dev.belfry.platform.db.Replicas;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Meters of the databases of all event loops together. */
public final class DatabaseMetrics {
  private final List<Database> databases = new CopyOnWriteArrayList<>();
  private final Counter replayed;

  /**
   * Registers the meters.
   *
   * @param replicas null without any
   */
  public DatabaseMetrics(
      MeterRegistry registry, NotificationSender sender, @Nullable Replicas replicas) {
    if (replicas != null) {
      replicas.all().forEach(replica -> bind(registry, replica));
    }
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

  private static void bind(MeterRegistry registry, Replica replica) {
    Gauge.builder("belfry.replica.lag", replica, Replica::lagSeconds)
        .description("How long the replica lacks, or last lacked, what the primary had")
        .baseUnit("seconds")
        .tag("server", replica.name())
        .register(registry);
    Gauge.builder("belfry.replica.used", replica, one -> one.isUsable() ? 1 : 0)
        .description("1 when reads go to the replica, 0 when not")
        .tag("server", replica.name())
        .register(registry);
    Gauge.builder("belfry.replica.connections", replica, Replica::connections)
        .description("Open connections to the replica")
        .tag("server", replica.name())
        .register(registry);
    for (Replica.Outcome outcome : Replica.Outcome.values()) {
      FunctionCounter.builder("belfry.replica.reads", replica, one -> one.reads(outcome))
          .description("Reads sent to the replica; those that it did not answer, the primary did")
          .tag("server", replica.name())
          .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
          .register(registry);
    }
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
