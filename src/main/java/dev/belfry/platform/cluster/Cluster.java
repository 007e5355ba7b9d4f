package dev.belfry.platform.cluster;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps this instance a member of the cluster. It beats twice a second, claims its fair share of
 * the shards and gives up shards that are another's share. The first instance to miss a peer's
 * heartbeat for three seconds fences it; see {@link FailureDetector} for agents. An instance that
 * finds itself fenced forgets all its shards and joins again. Confined to one thread.
 */
public final class Cluster implements Membership {
  private static final Logger LOG = LoggerFactory.getLogger(Cluster.class);
  private static final long BEAT_MILLIS = 500;

  /** What {@link #id} is while the instance is not a member. */
  private static final long NO_ID = -1;

  private final ClusterRegistry store;
  private final Timers timers;
  private final EngineClock clock;
  private final String name;
  private final Set<String> locations;
  private final HeldShards held = new HeldShards();
  private final Promise<Void> joined = Promise.promise();
  private ShardListener listener = ShardListener.NONE;
  private FailureDetector failures = new FailureDetector();
  private List<Instance> living = List.of();
  private Set<Long> livingIds = Set.of();
  private long id = NO_ID;
  private long heardAt;
  private boolean draining;
  private boolean stopped;
  private boolean claiming;
  private Sharing shared = Sharing.NOTHING;
  private boolean settled;
  private OwnCoverage coverage = new OwnCoverage();

  /**
   * Creates a cluster that has not joined yet.
   *
   * @param name of the instance, for people
   * @param locations that the instance probes from
   */
  public Cluster(
      ClusterRegistry store, Timers timers, EngineClock clock, String name, Set<String> locations) {
    this.store = store;
    this.timers = timers;
    this.clock = clock;
    this.name = name;
    this.locations = Set.copyOf(locations);
  }

  /**
   * Joins, and goes on beating. Completes with the first beat that counts the instance as a member.
   * The future never fails: while the database is away the instance tries again twice a second.
   *
   * @param shardListener takes the shards that the instance claims
   */
  public Future<Void> start(ShardListener shardListener) {
    listener = shardListener;
    turn();
    return joined.future();
  }

  @Override
  public long id() {
    return id;
  }

  @Override
  public boolean isCovered(String location) {
    return living.stream().anyMatch(one -> one.covers(location) && !failures.isQuiet(one.id()));
  }

  /** When the newest answered beat was sent, in nanoseconds of the timers' clock. */
  public long heardAt() {
    return heardAt;
  }

  /** The number of shards that the instance holds. */
  public int shards() {
    return held.size();
  }

  /** The number of instances alive at the newest answered beat, this one included. */
  public int instances() {
    return livingIds.size();
  }

  /**
   * Hands all shards over, leaves and stops. Completes when the database has noted that; fails when
   * the database could not. The instance has stopped in either case.
   */
  public Future<Void> leave() {
    draining = true;
    long me = id;
    if (me == NO_ID) {
      stopped = true;
      return Future.succeededFuture();
    }
    List<ShardKey> all = held.all();
    held.leave(all);
    return store
        .beat(me, true)
        .transform(beaten -> listener.onShardsRevoked(all))
        .compose(finished -> store.release(me, all))
        .compose(released -> store.leave(me))
        .eventually(this::stop);
  }

  /** Stops at once without telling the database, as a crash would. The future never fails. */
  public Future<Void> stop() {
    stopped = true;
    id = NO_ID;
    return Future.succeededFuture();
  }

  /** Forgets all shards, since another instance may own them, and joins again. */
  @Override
  public void onFenced() {
    if (id == NO_ID || stopped) {
      return;
    }
    LOG.warn("Instance {} is fenced and its shards go to other instances; joining again", id);
    id = NO_ID;
    held.clear();
    claiming = false;
    settled = false;
    coverage = new OwnCoverage();
    failures = new FailureDetector();
    listener.onFenced();
  }

  private void turn() {
    if (stopped || (draining && id == NO_ID)) {
      return;
    }
    Future<?> done = id == NO_ID ? join() : beat();
    done.onComplete(
        outcome -> {
          if (!stopped) {
            timers.after(BEAT_MILLIS, this::turn);
          }
        });
  }

  private Future<?> join() {
    return store
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
    return store
        .beat(me, draining)
        .onSuccess(
            state -> {
              if (!stopped && id == me) {
                onState(state, sent);
              }
            })
        .onFailure(
            failure -> LOG.debug("The database did not answer the beat; beating again", failure));
  }

  private void onState(ClusterState state, long sent) {
    heardAt = sent;
    long forward = clock.observe(state.now(), sent);
    if (forward > 0) {
      LOG.warn(
          "The database's clock was set forward by {} ms; runs in between are recorded as missed",
          forward);
      listener.onClockSetForward(forward);
    }
    if (state.fenced()) {
      onFenced();
      return;
    }
    List<Instance> silent = failures.silent(id, state.instances(), timers.nanos());
    silent.forEach(this::fence);
    living = state.instances().stream().filter(one -> !silent.contains(one)).toList();
    livingIds = living.stream().map(Instance::id).collect(Collectors.toSet());
    share(Sharing.of(state, living), sent);
    joined.tryComplete();
  }

  private void fence(Instance silent) {
    LOG.warn("Instance {} missed its heartbeats for too long; fencing it", silent.id());
    store
        .fence(silent.id(), silent.beat())
        .onFailure(
            failure ->
                LOG.debug("Could not fence instance {}; trying again", silent.id(), failure));
  }

  private void share(Sharing sharing, long sent) {
    if (draining || (settled && sharing.isSameAs(shared))) {
      return;
    }
    shared = sharing;
    List<ClusterState.Shard> shards = sharing.shards();
    giveUp(held.lost(shards, id, sent));
    Set<String> newly = coverage.update(living, id);
    giveUp(held.staying(key -> newly.contains(key.location())));
    Map<ShardKey, Long> owners = sharing.owners();
    List<ShardKey> theirs = held.staying(key -> owners.getOrDefault(key, id) != id);
    giveUp(theirs);
    List<ClusterState.Shard> free =
        shards.stream()
            .filter(shard -> owners.getOrDefault(shard.key(), NO_ID) == id)
            .filter(shard -> !held.contains(shard.key()))
            .filter(shard -> isFree(shard.owner()))
            .toList();
    settled = theirs.isEmpty() && free.isEmpty() && held.isSettledBefore(sent);
    if (!free.isEmpty() && !claiming) {
      claim(free);
    }
  }

  /** A shard of our own that we do not hold is free too: the answer to its claim was lost. */
  private boolean isFree(@Nullable Long owner) {
    return owner == null || owner == id || !livingIds.contains(owner);
  }

  private void giveUp(List<ShardKey> keys) {
    if (keys.isEmpty()) {
      return;
    }
    long me = id;
    held.leave(keys);
    listener
        .onShardsRevoked(keys)
        .compose(finished -> store.release(me, keys))
        .onSuccess(
            released -> {
              if (id == me) {
                held.remove(keys);
                settled = false;
              }
            })
        .onFailure(failure -> retryRelease(me, keys));
  }

  /** The store still names us as the owner, so no instance runs these shards until it is told. */
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
    store
        .claim(me, free)
        .onSuccess(
            won -> {
              if (draining) {
                store.release(me, won.stream().map(ShardClaim::key).toList());
              } else if (id == me && !stopped) {
                held.add(won, timers.nanos());
                // Those that only have to be accounted for wait for those that run here.
                listener.onShardsClaimed(
                    won.stream()
                        .sorted(Comparator.comparing(ShardClaim::covered).reversed())
                        .toList());
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
