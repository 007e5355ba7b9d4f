package dev.belfry.engine.run;

import dev.belfry.platform.cluster.ShardClaim;
import dev.belfry.platform.cluster.ShardKey;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** A store that answers when and what a test says. */
final class FakeRunStore implements RunStore {
  final List<Write> writes = new ArrayList<>();
  final List<Asked<List<ShardClaim>, List<SeriesRow>>> loads = new ArrayList<>();

  /** The ids after which pages were asked for. */
  final List<Integer> after = new ArrayList<>();

  /** The series of a page. */
  int pageSize = Integer.MAX_VALUE;

  final List<Asked<Collection<UUID>, List<SeriesRow>>> checks = new ArrayList<>();
  final List<Asked<List<ShardKey>, List<OpenRunRow>>> open = new ArrayList<>();

  final List<MissedWrite> missedWrites = new ArrayList<>();

  /** Missed runs that wait for their answer. */
  record MissedWrite(long instance, MissedBatch batch, Promise<Boolean> answer) {}

  /** A batch that waits for its answer. */
  record Write(long instance, ResultBatch batch, Promise<Boolean> answer) {}

  /** A question that waits for its answer. */
  record Asked<Q, A>(Q question, Promise<A> answer) {}

  /** The last batch. */
  Write last() {
    return writes.get(writes.size() - 1);
  }

  @Override
  public Future<Boolean> write(long instance, ResultBatch batch) {
    writes.add(new Write(instance, batch, Promise.promise()));
    return last().answer().future();
  }

  /** The last batch of missed runs. */
  MissedWrite lastMissed() {
    return missedWrites.get(missedWrites.size() - 1);
  }

  @Override
  public Future<Boolean> writeMissed(long instance, MissedBatch batch) {
    missedWrites.add(new MissedWrite(instance, batch, Promise.promise()));
    return lastMissed().answer().future();
  }

  @Override
  public Future<SeriesPage> load(List<ShardClaim> claims, int from) {
    after.add(from);
    return ask(loads, claims)
        .map(
            rows ->
                new SeriesPage(
                    rows, rows.size() < pageSize ? null : rows.get(rows.size() - 1).id()));
  }

  @Override
  public Future<List<SeriesRow>> loadChecks(Collection<UUID> wanted) {
    return ask(checks, wanted);
  }

  @Override
  public Future<List<OpenRunRow>> openRuns(List<ShardKey> shards) {
    return ask(open, shards);
  }

  private static <Q, A> Future<A> ask(List<Asked<Q, A>> asked, Q question) {
    Asked<Q, A> one = new Asked<>(question, Promise.promise());
    asked.add(one);
    return one.answer().future();
  }
}
