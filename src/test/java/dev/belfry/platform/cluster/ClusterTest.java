package dev.belfry.platform.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.FakeTimers;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** An instance among the others, picture by picture. */
class ClusterTest {
  private static final long BEAT_MILLIS = 500;

  private final FakeTimers timers = new FakeTimers();
  private final There there = new There();
  private final Cluster cluster =
      new Cluster(there, timers, new EngineClock(timers::nanos), "one", Set.of("here"));

  /** A database that answers or does not. */
  private static final class There implements ClusterStore {
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
              0, fenced, List.of(new Instance(instance, Set.of("here"), 1, draining)), List.of()));
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
    assertThat(there.asked).containsExactly("join", "beat 1");
    timers.pass(BEAT_MILLIS);
    assertThat(there.asked).containsExactly("join", "beat 1", "beat 1");
  }

  @Test
  void startsWhenTheDatabaseIsThereAgain() {
    there.answersJoin = false;
    Future<Void> started = cluster.start(ShardListener.NONE);
    timers.pass(BEAT_MILLIS);
    assertThat(started.isComplete()).isFalse();

    there.answersJoin = true;
    timers.pass(BEAT_MILLIS);
    assertThat(started.succeeded()).isTrue();
  }

  @Test
  void startsThoughTheFirstBeatsGoUnanswered() {
    there.answersBeat = false;
    Future<Void> started = cluster.start(ShardListener.NONE);
    timers.pass(BEAT_MILLIS);
    assertThat(started.isComplete()).isFalse();

    there.answersBeat = true;
    timers.pass(BEAT_MILLIS);
    assertThat(there.asked).containsExactly("join", "beat 1", "beat 1", "beat 1");
    assertThat(started.succeeded()).isTrue();
  }

  @Test
  void joinsAnewWhenItWasFencedBeforeItsFirstBeat() {
    there.fenced = true;
    Future<Void> started = cluster.start(ShardListener.NONE);
    assertThat(started.isComplete()).isFalse();

    there.fenced = false;
    timers.pass(BEAT_MILLIS);
    assertThat(there.asked).containsExactly("join", "beat 1", "join", "beat 2");
    assertThat(started.succeeded()).isTrue();
  }

  @Test
  void leavesWithoutHavingJoined() {
    there.answersJoin = false;
    cluster.start(ShardListener.NONE);
    assertThat(cluster.leave().succeeded()).isTrue();
    timers.pass(BEAT_MILLIS);
    assertThat(there.asked).containsExactly("join");
  }
}
