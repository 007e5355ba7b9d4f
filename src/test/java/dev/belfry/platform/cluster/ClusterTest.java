package dev.belfry.platform.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.FakeTimers;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** An instance among the others, beat by beat. */
class ClusterTest {
  private static final long BEAT_MILLIS = 500;

  private final FakeTimers timers = new FakeTimers();
  private final FakeClusterRegistry store = new FakeClusterRegistry();
  private final Cluster cluster =
      new Cluster(store, timers, new EngineClock(timers::nanos), "one", Set.of("here"));

  /** A database that answers or does not. */
  private static final class FakeClusterRegistry implements ClusterRegistry {
    private final List<String> asked = new ArrayList<>();
    private boolean answersJoin = true;
    private boolean answersBeat = true;
    private boolean fenced;
    private long last;

    private <T> Future<T> answer(boolean answers, T what) {
      return answers ? Future.succeededFuture(what) : Future.failedFuture("away");
    }

    @Override
    public Future<Long> join(String name, Set<String> locations) {
      asked.add("join");
      if (answersJoin) {
        last++;
      }
      return answer(answersJoin, last);
    }

    @Override
    public Future<ClusterState> beat(long instance, boolean draining) {
      asked.add("beat " + instance);
      return answer(
          answersBeat,
          new ClusterState(
              0,
              fenced,
              List.of(new Instance(instance, Set.of("here"), 1, draining, true)),
              List.of(),
              Set.of()));
    }

    @Override
    public Future<Void> fence(long instance, long beat) {
      return Future.succeededFuture();
    }

    @Override
    public Future<List<ShardClaim>> claim(long instance, List<ClusterState.Shard> seen) {
      return Future.succeededFuture(List.of());
    }

    @Override
    public Future<Void> release(long instance, List<ShardKey> shards) {
      return Future.succeededFuture();
    }

    @Override
    public Future<Void> leave(long instance) {
      asked.add("leave " + instance);
      return Future.succeededFuture();
    }
  }

  @Test
  void hasStartedWithTheFirstAnsweredBeat() {
    assertThat(cluster.start(ShardListener.NONE).succeeded()).isTrue();
    assertThat(store.asked).containsExactly("join", "beat 1");
    timers.pass(BEAT_MILLIS);
    assertThat(store.asked).containsExactly("join", "beat 1", "beat 1");
  }

  @Test
  void startsWhenTheDatabaseIsThereAgain() {
    store.answersJoin = false;
    Future<Void> started = cluster.start(ShardListener.NONE);
    timers.pass(BEAT_MILLIS);
    assertThat(started.isComplete()).isFalse();

    store.answersJoin = true;
    timers.pass(BEAT_MILLIS);
    assertThat(started.succeeded()).isTrue();
  }

  @Test
  void startsThoughTheFirstBeatsGoUnanswered() {
    store.answersBeat = false;
    Future<Void> started = cluster.start(ShardListener.NONE);
    timers.pass(BEAT_MILLIS);
    assertThat(started.isComplete()).isFalse();

    store.answersBeat = true;
    timers.pass(BEAT_MILLIS);
    assertThat(store.asked).containsExactly("join", "beat 1", "beat 1", "beat 1");
    assertThat(started.succeeded()).isTrue();
  }

  @Test
  void joinsAnewWhenItWasFencedBeforeItsFirstBeat() {
    store.fenced = true;
    Future<Void> started = cluster.start(ShardListener.NONE);
    assertThat(started.isComplete()).isFalse();

    store.fenced = false;
    timers.pass(BEAT_MILLIS);
    assertThat(store.asked).containsExactly("join", "beat 1", "join", "beat 2");
    assertThat(started.succeeded()).isTrue();
  }

  @Test
  void leavesWithoutHavingJoined() {
    store.answersJoin = false;
    cluster.start(ShardListener.NONE);
    assertThat(cluster.leave().succeeded()).isTrue();
    timers.pass(BEAT_MILLIS);
    assertThat(store.asked).containsExactly("join");
  }
}
