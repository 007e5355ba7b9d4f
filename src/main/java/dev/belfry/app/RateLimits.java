package dev.belfry.app;

import dev.belfry.account.console.SessionCookie;
import dev.belfry.account.people.Passwords;
import dev.belfry.alerting.preview.PreviewPlaces;
import dev.belfry.api.auth.Authenticator;
import dev.belfry.api.auth.KeyTokens;
import dev.belfry.api.auth.KeyVerifier;
import dev.belfry.api.auth.RestrictedMembers;
import dev.belfry.api.auth.RevokedKeys;
import dev.belfry.api.http.ClientAddress;
import dev.belfry.api.http.ConnectionPlaces;
import dev.belfry.api.http.Gate;
import dev.belfry.api.mqtt.MqttEndpoint;
import dev.belfry.api.ratelimit.Lease;
import dev.belfry.api.ratelimit.LimiterCounters;
import dev.belfry.api.ratelimit.LocalLimiter;
import dev.belfry.api.ratelimit.PgArbiter;
import dev.belfry.api.ratelimit.RateLimiter;
import dev.belfry.engine.agent.service.AgentEndpoint;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.db.Database;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.LocalMap;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;

/**
 * Authentication, passwords, rate limits and places for connections and previews, which all event
 * loops of a process share.
 */
record RateLimits(
    Authenticator authenticator,
    RestrictedMembers restricted,
    LocalLimiter strangers,
    LocalLimiter pings,
    LimiterCounters counters,
    LocalMap<String, Lease> leases,
    ConnectionPlaces places,
    ConnectionPlaces agents,
    PreviewPlaces previews,
    Passwords passwords) {
  private static final long SWEEP_MILLIS = 5_000;

  /** Creates them, and sweeps what callers without a key have left once in a while. */
  static RateLimits create(
      Vertx vertx,
      List<String> secrets,
      RevokedKeys revoked,
      RestrictedMembers restricted,
      InstantSource clock) {
    LocalLimiter strangers =
        new LocalLimiter(vertx.sharedData().getLocalMap("belfry.ratelimit.strangers"), clock);
    LocalLimiter pings =
        new LocalLimiter(vertx.sharedData().getLocalMap("belfry.ratelimit.pings"), clock);
    vertx.setPeriodic(
        SWEEP_MILLIS,
        due -> {
          strangers.sweep();
          pings.sweep();
        });
    return new RateLimits(
        new Authenticator(
            new KeyVerifier(new KeyTokens(vertx, secrets), revoked, clock), restricted),
        restricted,
        strangers,
        pings,
        new LimiterCounters(),
        vertx.sharedData().getLocalMap("belfry.ratelimit"),
        new ConnectionPlaces(MqttEndpoint.LIMITS),
        new ConnectionPlaces(AgentEndpoint.LIMITS),
        new PreviewPlaces(),
        new Passwords(vertx, new SecureRandom(), clock));
  }

  /** The limiter of one event loop. */
  RateLimiter limiter(Database database, InstantSource clock, int loops) {
    return new RateLimiter(
        leases,
        new PgArbiter(database),
        counters,
        new RateLimiter.Clocks(clock, System::nanoTime),
        loops);
  }

  /** The gate of one event loop. */
  Gate gate(RateLimiter limiter, Config config) {
    return new Gate(
        authenticator,
        SessionCookie::key,
        limiter,
        strangers,
        config.rateLimit(),
        addresses(config));
  }

  /** Finds the addresses of clients behind trusted proxies. */
  static ClientAddress addresses(Config config) {
    return new ClientAddress(config.http().trustedProxies());
  }

  /** Registers the meters of the limits. */
  void bind(MeterRegistry registry) {
    Gauge.builder("belfry.agents.connected", agents, ConnectionPlaces::connected)
        .description("Agents of private locations that are connected to this instance")
        .register(registry);
    Gauge.builder("belfry.ratelimit.buckets", this, RateLimits::buckets)
        .description("Keys with an open rate limit window")
        .register(registry);
    FunctionCounter.builder("belfry.ratelimit.refused", this, RateLimits::refused)
        .description("Requests refused because their key had used up its window")
        .register(registry);
    FunctionCounter.builder("belfry.ratelimit.alone", this, RateLimits::alone)
        .description("Decisions made for this process alone, because the database was away or slow")
        .register(registry);
  }

  /** Buckets with an open window, as far as this process knows. */
  private int buckets() {
    return leases.size() + strangers.size() + pings.size();
  }

  /** Requests refused since the start. */
  private long refused() {
    return counters.refused().sum() + strangers.refused() + pings.refused();
  }

  /** Decisions made while the database was away. */
  private long alone() {
    return counters.alone().sum();
  }
}
