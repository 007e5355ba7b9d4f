package dev.belfry.statuspages.domain;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.CustomDomainMode;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.JobRunner;
import dev.belfry.statuspages.domain.DomainStore.Due;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for the records that prove domains: soon after a write, then with growing pauses until it
 * is there, and daily from then on. Runs on every instance; each check is made by one of them.
 */
public final class DomainVerifier {
  /** Checks in a row without the record that end a proof. */
  static final int MOST_MISSES = 3;

  static final long DAY_MILLIS = Duration.ofDays(1).toMillis();
  static final long DOUBT_MILLIS = Duration.ofMinutes(10).toMillis();
  private static final long HOUR_MILLIS = Duration.ofHours(1).toMillis();
  private static final long FIRST_MILLIS = Duration.ofSeconds(5).toMillis();

  /** Two days of checks by the hour; a claim that is not proved by then is checked daily. */
  private static final int HOURLY = 58;

  private static final Logger LOG = LoggerFactory.getLogger(DomainVerifier.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);
  private static final int AT_ONCE = 20;

  private final JobRunner jobs;
  private final DomainStore store;
  private final DomainPolicy policy;
  private final TxtLookup lookup;
  private final InstantSource clock;
  private boolean settled;

  /** Creates it; {@link #start} begins. */
  public DomainVerifier(Vertx vertx, DatabaseAddress address, Config config, InstantSource clock) {
    this.jobs = new JobRunner(vertx, address, config.database(), 1, PATIENCE);
    this.store = new DomainStore(jobs.database());
    this.policy = DomainPolicy.of(config);
    this.lookup = TxtLookup.of(vertx, config.domains().nameServer());
    this.clock = clock;
  }

  /** Starts checking, until it is stopped. */
  public void start() {
    if (policy.mode() != CustomDomainMode.OFF) {
      jobs.every(BETWEEN_LOOKS, "Checking custom domains", this::round);
    }
  }

  /** Stops; a check under way is made by another instance, or at the next start. */
  public Future<Void> stop() {
    return jobs.stop();
  }

  private Future<Void> round() {
    return settle().compose(ready -> store.due(clock.millis(), AT_ONCE)).compose(this::check);
  }

  /** Domains that were served without a proof have to be proved once the setting has changed. */
  private Future<Void> settle() {
    if (settled || policy.mode() == CustomDomainMode.ANY) {
      return Future.succeededFuture();
    }
    return store.distrust(clock.millis()).onSuccess(done -> settled = true);
  }

  private Future<Void> check(List<Due> due) {
    return Future.join(due.stream().map(this::check).toList())
        .compose(
            checked ->
                due.size() == AT_ONCE && !jobs.stopped() ? round() : Future.succeededFuture());
  }

  private Future<Void> check(Due due) {
    long now = clock.millis();
    if (due.proof() == DomainProof.OPERATOR) {
      return store.checked(due, due.proof(), null, 0, now + DAY_MILLIS);
    }
    if (!due.used()) {
      return store.forget(due).compose(forgotten -> store.offer(due, now));
    }
    if (policy.problem(due.domain()).isPresent()) {
      return store.checked(due, due.proof(), null, due.misses(), now + DAY_MILLIS);
    }
    boolean trusted = due.proof() == null && policy.mode() == CustomDomainMode.ANY;
    return trusted
        ? store.isFirst(due).compose(first -> first ? prove(due, DomainProof.SETTING) : lookUp(due))
        : lookUp(due);
  }

  private Future<Void> lookUp(Due due) {
    DomainRecord record = DomainRecord.of(due.account(), due.domain());
    return lookup
        .values(record.name())
        .map(values -> values.contains(record.value()) ? Found.YES : Found.NO)
        .otherwise(Found.UNKNOWN)
        .compose(found -> found == Found.YES ? prove(due) : miss(due, found));
  }

  private enum Found {
    YES,
    NO,
    UNKNOWN
  }

  private Future<Void> prove(Due due) {
    return due.proof() == DomainProof.RECORD
        ? store.checked(due, DomainProof.RECORD, null, 0, clock.millis() + DAY_MILLIS)
        : prove(due, DomainProof.RECORD);
  }

  private Future<Void> prove(Due due, DomainProof proof) {
    long now = clock.millis();
    return store
        .prove(due, proof, MOST_MISSES - 1, now, now + DAY_MILLIS)
        .compose(
            proved -> {
              if (proved) {
                LOG.info("Account {} has the custom domain {}", due.account(), due.domain());
                return Future.succeededFuture();
              }
              int misses = due.misses() + 1;
              return store.checked(due, null, "TAKEN", misses, now + pause(misses));
            });
  }

  private Future<Void> miss(Due due, Found found) {
    long now = clock.millis();
    if (due.proof() == null) {
      int misses = due.misses() + 1;
      String problem = found == Found.NO ? "NOT_FOUND" : "LOOKUP_FAILED";
      return store.checked(due, null, problem, misses, now + pause(misses));
    }
    if (due.proof().givesWay()) {
      return store.checked(due, due.proof(), null, 0, now + DAY_MILLIS);
    }
    int misses = found == Found.NO ? due.misses() + 1 : due.misses();
    if (misses < MOST_MISSES) {
      return store.checked(due, due.proof(), null, misses, now + DOUBT_MILLIS);
    }
    LOG.warn(
        "Account {} has lost the custom domain {}: its record is gone",
        due.account(),
        due.domain());
    return store
        .checked(due, null, "NOT_FOUND", 0, now + FIRST_MILLIS)
        .compose(lost -> store.offer(due, now));
  }

  /** How long a claim waits after so many checks in vain, milliseconds. */
  static long pause(int misses) {
    if (misses > HOURLY) {
      return DAY_MILLIS;
    }
    return misses > 10 ? HOUR_MILLIS : Math.min(HOUR_MILLIS, FIRST_MILLIS << (misses - 1));
  }
}
