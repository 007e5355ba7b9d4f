package dev.belfry.app;

import dev.belfry.api.http.Drain;
import dev.belfry.api.http.ManagementServer;
import dev.belfry.platform.db.Heartbeat;
import dev.belfry.platform.db.schema.SchemaWatch;
import org.jspecify.annotations.Nullable;

/** Tells a load balancer whether to send requests to this instance, and why not. */
final class Readiness {
  /** Beyond this, expiry of keys and windows of limits would differ between instances. */
  private static final long MOST_SKEW_MILLIS = 5_000;

  private final Drain drain;
  private volatile @Nullable Heartbeat heartbeat;
  private volatile @Nullable SchemaWatch schema;
  private volatile boolean served;

  Readiness(Drain drain) {
    this.drain = drain;
  }

  ManagementServer on(ManagementServer server) {
    return server
        .readyWhen("service", this::service)
        .readyWhen("database", this::database)
        .readyWhen("migrations", this::migrations)
        .readyWhen("clock", this::clock);
  }

  /** The schema is current, and the database and its schema are watched from here on. */
  void watch(Heartbeat started, SchemaWatch watched) {
    schema = watched;
    heartbeat = started;
  }

  /** The API listens. */
  void served() {
    served = true;
  }

  /** Whether requests have been answered, so that people may still send some. */
  boolean isServed() {
    return served;
  }

  void stop() {
    Heartbeat started = heartbeat;
    if (started != null) {
      started.stop();
    }
  }

  private String service() {
    if (drain.started()) {
      return "stopping";
    }
    return served ? "" : "starting";
  }

  private String database() {
    Heartbeat started = heartbeat;
    return started != null && started.isUp() ? "" : "does not answer";
  }

  private String migrations() {
    SchemaWatch watched = schema;
    return watched == null ? "waiting for the database" : watched.problem();
  }

  private String clock() {
    Heartbeat started = heartbeat;
    long skew = started == null ? 0 : started.skewMillis();
    return Math.abs(skew) <= MOST_SKEW_MILLIS
        ? ""
        : "differs from the database's by " + skew + " ms";
  }
}
