package dev.belfry.platform.cluster;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This instance among the others: it says twice a second that it lives, sees who else does, takes
 * its fair share of the shards and gives up what is another's share. An instance that falls silent
 * is fenced by the first that notices. One that finds itself fenced forgets everything and joins
 * anew. Confined to one thread.
 */
public final class Cluster {
  private static final Logger LOG = LoggerFactory.getLogger(Cluster.class);
  private static final long BEAT_MILLIS = 500;
  private static final long NOBODY = -1;

  private final ClusterStore directory;
  private final Timers timers;
  private final EngineClock clock;
  private final String name;
  private final Set<String> locations;
  private final ShardListener tenant;
  private final Set<ShardKey> held = new HashSet<>();
  private final Set<ShardKey> leaving = new HashSet<>();
  private final Promise<Void> joined = Promise.promise();
  private FailureDetector observations = new FailureDetector();
  private List<Instance> living = List.of();
  private Set<Long> live = Set.of();
  private long id = NOBODY;
  private long heardAt;
  private boolean draining;
  private boolean stopped;
  private boolean claiming;

  /**
   * @param name what people know the instance by
   * @param locations it probes from
   */
  public Cluster(
      ClusterStore directory,
      Timers timers,
      EngineClock clock,
      String name,
      Set<String> locations,
      ShardListener tenant) {
    this.directory = directory;
    this.timers = timers;
    this.clock = clock;
    this.name = name;
    this.locations = Set.copyOf(locations);
    this.tenant = tenant;
  }

  /** Begins; completes with the first answer that counts the instance among the others. */
  public Future<Void> start() {
    turn();
    return joined.future();
  }

  /** The instance's id and fencing number; negative when it is not among the others. */
  public long id() {
    return id;
  }

  /** Whether some living instance probes from a location. */
  public boolean isCovered(String location) {
    return living.stream().anyMatch(one -> one.covers(location));
  }

  /** When the newest answered beat was sent, nanoseconds of the timers' clock. */
  public long heardAt() {
    return heardAt;
  }

  /** Shards held. */
  public int shards() {
    return held.size();
  }

  /** Instances that were alive when last heard of, this one included. */
  public int instances() {
    return live.size();
  }

  /** Hands everything over and leaves; completes when that is done or has failed. */
  public Future<Void> leave() {
    draining = true;
    long me = id;
    if (me == NOBODY) {
      stopped = true;
      return Future.succeededFuture();
    }
    List<ShardKey> all = List.copyOf(held);
    leaving.addAll(all);
    return directory
        .beat(me, true)
        .transform(told -> tenant.vacate(all))
        .compose(vacated -> directory.release(me, all))
        .compose(released -> directory.leave(me))
        .eventually(this::stop);
  }

  /** Ends without a word, as a crash would. */
  public Future<Void> stop() {
    stopped = true;
    id = NOBODY;
    return Future.succeededFuture();
  }

  /** Another has taken over: everything held is forgotten, and the instance joins anew. */
  public void fenced() {
    if (id == NOBODY || stopped) {
      return;
    }
    LOG.warn("Instance {} was taken for dead; its shards are another's now", id);
    id = NOBODY;
    held.clear();
    leaving.clear();
    claiming = false;
    observations = new FailureDetector();
    tenant.fenced();
  }

  private void turn() {
    if (stopped || (draining && id == NOBODY)) {
      return;
    }
    Future<?> done = id == NOBODY ? join() : beat();
    done.onComplete(
        outcome -> {
          if (!stopped) {
            timers.after(BEAT_MILLIS, this::turn);
          }
        });
  }

  private Future<?> join() {
    return directory
        .join(name, locations)
        .compose(
            given -> {
              id = given;
              return beat();
            });
  }

  private Future<?> beat() {
    long sent = timers.nanos();
    long me = id;
    return directory
        .beat(me, draining)
        .onSuccess(
            census -> {
              if (!stopped && id == me) {
                heard(census, sent);
              }
            })
        .onFailure(failure -> LOG.debug("No beat", failure));
  }

  private void heard(ClusterState census, long sent) {
    heardAt = sent;
    long forward = clock.observe(census.now(), sent);
    if (forward > 0) {
      LOG.warn("The database's clock was set forward by {} ms", forward);
      tenant.clockSetForward(forward);
    }
    if (census.fenced()) {
      fenced();
      return;
    }
    List<Instance> silent = observations.silent(id, census.instances(), timers.nanos());
    silent.forEach(this::fence);
    living = census.instances().stream().filter(one -> !silent.contains(one)).toList();
    live = living.stream().map(Instance::id).collect(Collectors.toSet());
    share(census.shards());
    joined.tryComplete();
  }

  private void fence(Instance silent) {
    LOG.warn("Instance {} has fallen silent and is fenced", silent.id());
    directory
        .fence(silent.id(), silent.beat())
        .onFailure(failure -> LOG.debug("Not fenced", failure));
  }

  private void share(Collection<ClusterState.Shard> shards) {
    if (draining) {
      return;
    }
    Map<ShardKey, Long> owners =
        ShardAssignment.of(shards.stream().map(ClusterState.Shard::key).toList(), living);
    List<ShardKey> theirs =
        held.stream()
            .filter(key -> !leaving.contains(key))
            .filter(key -> owners.getOrDefault(key, id) != id)
            .toList();
    if (!theirs.isEmpty()) {
      giveUp(theirs);
    }
    List<ClusterState.Shard> free =
        shards.stream()
            .filter(shard -> owners.getOrDefault(shard.key(), NOBODY) == id)
            .filter(shard -> !held.contains(shard.key()))
            .filter(shard -> isFree(shard.owner()))
            .toList();
    if (!free.isEmpty() && !claiming) {
      claim(free);
    }
  }

  /** Our own is free too if we do not hold it: a claim whose answer was lost. */
  private boolean isFree(@Nullable Long owner) {
    return owner == null || owner == id || !live.contains(owner);
  }

  private void giveUp(List<ShardKey> keys) {
    long me = id;
    leaving.addAll(keys);
    tenant
        .vacate(keys)
        .compose(vacated -> directory.release(me, keys))
        .onSuccess(
            released -> {
              if (id == me) {
                keys.forEach(held::remove);
                keys.forEach(leaving::remove);
              }
            })
        .onFailure(failure -> retryRelease(me, keys));
  }

  /** The shards are vacated and still ours by the directory: nobody runs them until it is told. */
  private void retryRelease(long me, List<ShardKey> keys) {
    if (id == me && !stopped) {
      timers.after(
          BEAT_MILLIS,
          () -> {
            if (id == me && !stopped) {
              giveUp(keys);
            }
          });
    }
  }

  private void claim(List<ClusterState.Shard> free) {
    long me = id;
    claiming = true;
    directory
        .claim(me, free)
        .onSuccess(
            won -> {
              if (draining) {
                directory.release(me, won.stream().map(ShardClaim::key).toList());
              } else if (id == me && !stopped) {
                won.forEach(lease -> held.add(lease.key()));
                tenant.claimed(won);
              }
            })
        .onComplete(
            outcome -> {
              if (id == me) {
                claiming = false;
              }
            });
  }
}
