package dev.belfry.account.people;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts failed sign-ins of persons in memory until {@link #flush} stores them, so that no attempt
 * waits for a write, and a flood of them is one row. It is bounded: beyond its networks of a person
 * it counts without the network, and beyond all its counts it drops attempts. Confined to an event
 * loop.
 */
public final class FailedSignIns {
  /** Networks of a person that are told apart between two flushes. */
  static final int MOST_NETWORKS = 20;

  /** Counts that are kept between two flushes. */
  static final int MOST_COUNTS = 2_000;

  /** Persons who are asked for a code at one time; further ones are not counted as without one. */
  static final int MOST_WAITING = 2_000;

  /** How long a person has to enter the code. */
  static final Duration CODE_PATIENCE = Duration.ofMinutes(5);

  /** An instance that ends loses what it has counted since. */
  private static final long PAUSE_MILLIS = 1_000;

  private static final Logger LOG = LoggerFactory.getLogger(FailedSignIns.class);

  private final InstantSource clock;
  private final Function<List<Count>, Future<Void>> store;
  private final Map<Attempt, Count> counts = new HashMap<>();
  private final Map<UUID, Integer> networks = new HashMap<>();

  /** Those asked for a code, the longest waiting first. */
  private final Map<Attempt, Count> waiting = new LinkedHashMap<>();

  private boolean storing;
  private int dropped;

  /**
   * @param store keeps counts for good
   */
  FailedSignIns(InstantSource clock, Function<List<Count>, Future<Void>> store) {
    this.clock = clock;
    this.store = store;
  }

  /** Counts for the rest of the life of an event loop, and stores often what was counted. */
  public static FailedSignIns storedIn(
      Database database, Vertx vertx, Ids ids, InstantSource clock) {
    FailedSignIns failures = new FailedSignIns(clock, new SignInStore(database, ids)::add);
    vertx.setPeriodic(PAUSE_MILLIS, due -> failures.flush());
    return failures;
  }

  /**
   * What is counted together.
   *
   * @param network empty when the person was tried from too many
   */
  record Attempt(UUID person, SignInWay way, SignInOutcome outcome, String network) {
    private Attempt anywhere() {
      return new Attempt(person, way, outcome, "");
    }
  }

  /**
   * So many attempts within a time.
   *
   * @param userAgent of the first
   */
  record Count(Attempt attempt, String userAgent, int times, Instant first, Instant last) {
    /** One that is met again later keeps the first browser. */
    private static Count together(Count one, Count other) {
      return new Count(
          one.attempt,
          one.userAgent,
          one.times + other.times,
          one.first.isBefore(other.first) ? one.first : other.first,
          one.last.isAfter(other.last) ? one.last : other.last);
    }
  }

  /** Counts a failed attempt, unless the failure says nothing of it. */
  void count(UUID person, SignInWay way, BrowserInfo browser, Throwable failure) {
    SignInOutcome.of(failure)
        .ifPresent(
            outcome -> {
              Instant now = clock.instant();
              Attempt attempt = new Attempt(person, way, outcome, browser.network());
              Count count = new Count(attempt, browser.userAgent(), 1, now, now);
              if (outcome == SignInOutcome.NO_CODE) {
                await(count);
              } else {
                add(count);
              }
            });
  }

  /** Forgets that a person was asked for a code, who has got in since. */
  void succeeded(UUID person, String network) {
    waiting.remove(new Attempt(person, SignInWay.PASSWORD, SignInOutcome.NO_CODE, network));
  }

  private void await(Count count) {
    if (waiting.containsKey(count.attempt()) || waiting.size() < MOST_WAITING) {
      waiting.merge(count.attempt(), count, Count::together);
    }
  }

  /** Counts those whose time for the code is over. Another instance may have let them in. */
  private void addWithoutCode() {
    Instant over = clock.instant().minus(CODE_PATIENCE);
    Iterator<Count> longest = waiting.values().iterator();
    while (longest.hasNext()) {
      Count count = longest.next();
      if (count.first().isAfter(over)) {
        return;
      }
      longest.remove();
      add(count);
    }
  }

  private void add(Count count) {
    Attempt attempt = count.attempt();
    if (!counts.containsKey(attempt)
        && networks.getOrDefault(attempt.person(), 0) >= MOST_NETWORKS) {
      attempt = attempt.anywhere();
    }
    if (!counts.containsKey(attempt)) {
      if (counts.size() >= MOST_COUNTS) {
        dropped += count.times();
        return;
      }
      networks.merge(attempt.person(), 1, Integer::sum);
    }
    Attempt kept = attempt;
    counts.merge(
        kept,
        new Count(kept, count.userAgent(), count.times(), count.first(), count.last()),
        Count::together);
  }

  /** Stores what was counted; what cannot be stored is counted further. One at a time. */
  Future<Void> flush() {
    addWithoutCode();
    if (storing || counts.isEmpty()) {
      return Future.succeededFuture();
    }
    List<Count> taken = new ArrayList<>(counts.values());
    counts.clear();
    networks.clear();
    if (dropped > 0) {
      LOG.warn("{} failed sign-ins were not recorded: too many persons are tried", dropped);
      dropped = 0;
    }
    storing = true;
    return store
        .apply(taken)
        .onFailure(away -> taken.forEach(this::add))
        .onComplete(done -> storing = false)
        .otherwiseEmpty();
  }
}
