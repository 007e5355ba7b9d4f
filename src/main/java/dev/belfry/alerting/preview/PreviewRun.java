package dev.belfry.alerting.preview;

import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One preview: reads the stored results of each check in parts, replays them on a worker thread and
 * sums up. Between two parts it looks whether it may go on. Confined to one event loop.
 */
final class PreviewRun {
  /** A check that already fails when the range begins is in its state by then, as a rule. */
  static final long WARM_UP_MILLIS = 86_400_000;

  private static final int CHECKS_AT_ONCE = 50;
  private static final int MOST_RECORDED = 50_000;

  private final Vertx vertx;
  private final PreviewStore store;
  private final PreviewStore.Selection selection;
  private final PreviewRequest.Policy policy;
  private final PreviewBudget budget;
  private final PreviewTotals totals;
  private final HistoryReader reader;
  private final ParentReplays parents;
  private final long from;
  private final long to;

  PreviewRun(
      Vertx vertx,
      PreviewStore store,
      PreviewParentStore parentStore,
      PreviewStore.Selection selection,
      PreviewRequest.Policy policy,
      PreviewBudget budget,
      PreviewTotals totals) {
    this.vertx = vertx;
    this.store = store;
    this.selection = selection;
    this.policy = policy;
    this.budget = budget;
    this.totals = totals;
    this.from = totals.from();
    this.to = totals.to();
    this.reader = new HistoryReader(vertx, store, budget, to);
    this.parents =
        new ParentReplays(
            store, parentStore, reader, budget, selection, policy, from - WARM_UP_MILLIS, to);
  }

  /** What a page of checks is compared with. */
  private record Facts(
      Map<Integer, Set<Long>> hours,
      Map<UUID, List<ReplayedAlert>> recorded,
      Map<UUID, List<PreviewedChannel>> channels) {}

  /** Completes when all is summed up, or a limit is reached. Fails when the client is gone. */
  Future<Void> run() {
    return store
        .count(selection)
        .onSuccess(totals::selected)
        .compose(count -> store.rolledUp())
        .compose(summed -> checks(null, summed))
        .compose(
            done -> {
              totals.parentsCut(parents.isCut());
              return vertx.executeBlocking(this::counted, false);
            })
        .compose(
            done ->
                budget.isAbandoned()
                    ? Future.failedFuture(
                        new ApiException(ApiError.REQUEST_TIMEOUT, "The client has disconnected"))
                    : Future.succeededFuture());
  }

  private boolean counted() {
    totals.messages().count();
    return true;
  }

  private Future<Void> checks(@Nullable UUID after, long summed) {
    if (budget.isOver()) {
      return Future.succeededFuture();
    }
    return store
        .next(selection, after, CHECKS_AT_ONCE, from - WARM_UP_MILLIS, to)
        .compose(
            page ->
                page.isEmpty()
                    ? Future.succeededFuture()
                    : facts(page, summed)
                        .compose(facts -> page(page, 0, facts, summed))
                        .compose(
                            done ->
                                page.size() < CHECKS_AT_ONCE
                                    ? Future.succeededFuture()
                                    : checks(page.get(page.size() - 1).id(), summed)));
  }

  private Future<Facts> facts(List<PreviewedCheck> page, long summed) {
    UUID[] ids = page.stream().map(PreviewedCheck::id).toArray(UUID[]::new);
    Collection<Integer> series =
        page.stream().flatMap(check -> check.series().keySet().stream()).toList();
    return store
        .notableHours(series, from - WARM_UP_MILLIS, to, policy.retriesDiffer())
        .compose(
            hours ->
                store
                    .recorded(ids, from, to, MOST_RECORDED)
                    .compose(
                        recorded ->
                            store
                                .channels(ids)
                                .map(channels -> new Facts(hours, recorded, channels))))
        .compose(facts -> store.sent(ids, from, to).onSuccess(totals::sent).map(facts))
        .compose(facts -> parents.load(page, policy.degradedMillis() != null, summed).map(facts));
  }

  private Future<Void> page(List<PreviewedCheck> page, int next, Facts facts, long summed) {
    if (next == page.size() || budget.isOver()) {
      return Future.succeededFuture();
    }
    PreviewedCheck check = page.get(next);
    CheckReplay replay =
        check.replay(
            policy,
            from - WARM_UP_MILLIS,
            to,
            new ReplayContext(parents.of(check, false), null),
            new ReplayContext(parents.of(check, true), null));
    TreeSet<Long> hours = new TreeSet<>();
    check
        .series()
        .keySet()
        .forEach(series -> hours.addAll(facts.hours().getOrDefault(series, Set.of())));
    boolean all = replay.changed().rule().judgesPassed();
    ReadingPlan plan = new ReadingPlan(from - WARM_UP_MILLIS, to, hours, all ? 0 : summed);
    return reader
        .read(check, replay, plan)
        .compose(
            until ->
                vertx.executeBlocking(
                    () -> {
                      replay.advance(until);
                      totals.add(
                          check,
                          replay,
                          until,
                          facts.recorded().getOrDefault(check.id(), List.of()),
                          facts.channels().getOrDefault(check.id(), List.of()),
                          policy);
                      return until;
                    },
                    false))
        .compose(until -> page(page, next + 1, facts, summed));
  }
}
