package dev.belfry.alerting.preview;

import dev.belfry.monitoring.dependency.Parent;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Replays the checks that the checks of a preview depend on, so that their states at each moment
 * are known. A parent in the selection is replayed under the changed policy too, another one under
 * its policy in force alone. Confined to one event loop.
 */
final class ParentReplays {
  /** Most checks that others depend on. */
  private static final int MOST_PARENTS = 200;

  /** Most runs of them that are kept. */
  private static final long MOST_RUNS = 300_000;

  private final PreviewStore store;
  private final PreviewParentStore parentStore;
  private final HistoryReader reader;
  private final PreviewBudget budget;
  private final PreviewStore.Selection selection;
  private final PreviewRequest.Policy policy;
  private final long from;
  private final long to;
  private final ReadAhead ahead;
  private final DependencyMap map;
  private final Map<UUID, Replayed> replayed = new HashMap<>();
  private final Map<UUID, PreviewedCheck> parents = new HashMap<>();
  private boolean cut;

  /**
   * A parent after its replay.
   *
   * @param moments that were read, beside those that are not summed up
   * @param everything whether all of its results were read
   */
  private record Replayed(
      ParentHistory inForce, ParentHistory changed, Set<Long> moments, boolean everything) {}

  ParentReplays(
      PreviewStore store,
      PreviewParentStore parentStore,
      HistoryReader reader,
      PreviewBudget budget,
      PreviewStore.Selection selection,
      PreviewRequest.Policy policy,
      long from,
      long to) {
    this.store = store;
    this.parentStore = parentStore;
    this.reader = reader;
    this.budget = budget;
    this.selection = selection;
    this.policy = policy;
    this.from = from;
    this.to = to;
    this.ahead = new ReadAhead(parentStore, budget, policy.retriesDiffer());
    this.map = new DependencyMap(selection, policy.dependsOn());
  }

  /** Whether there are more parents, or more runs of them, than are replayed. */
  boolean isCut() {
    return cut;
  }

  /**
   * Gets ready for a page of checks; fails when the database does.
   *
   * @param everything whether results of all hours matter
   * @param summed the first hour that is not summed up
   */
  Future<Void> load(List<PreviewedCheck> page, boolean everything, long summed) {
    List<UUID> ids = page.stream().map(PreviewedCheck::id).toList();
    return edges(page)
        .compose(
            done -> {
              List<UUID> order = map.ancestors(ids);
              return order.isEmpty()
                  ? Future.<Void>succeededFuture()
                  : replay(page, order, everything, summed);
            });
  }

  /** The parents of a check of the page, in force or as changed. */
  ReplayedParents of(PreviewedCheck check, boolean changed) {
    DependencyMap.Parents known = map.of(check.id());
    Set<Parent> wanted = changed ? known.changed() : known.inForce();
    List<List<ParentHistory>> found = new ArrayList<>();
    for (Parent parent : wanted) {
      List<ParentHistory> histories = new ArrayList<>();
      for (UUID id : map.checksOf(parent)) {
        Replayed one = replayed.get(id);
        if (one != null) {
          histories.add(changed ? one.changed() : one.inForce());
        }
      }
      if (histories.size() == map.checksOf(parent).size()) {
        found.add(histories);
      } else {
        cut = true;
      }
    }
    return found.isEmpty()
        ? ReplayedParents.NONE
        : new ReplayedParents(found, check.facts().period());
  }

  /** Reads what checks depend on, and what that depends on, until nothing is new. */
  private Future<Void> edges(Collection<PreviewedCheck> checks) {
    List<UUID> ids = checks.stream().map(PreviewedCheck::id).toList();
    if (ids.isEmpty()) {
      return Future.succeededFuture();
    }
    return parentStore
        .edges(selection.account(), ids)
        .compose(
            edges -> {
              map.add(checks, edges);
              return members(map.newGroups(ids));
            })
        .compose(
            done -> {
              List<UUID> next =
                  map.parentChecks(ids).stream().filter(id -> !parents.containsKey(id)).toList();
              int room = MOST_PARENTS - parents.size();
              cut |= next.size() > room;
              List<UUID> wanted = next.subList(0, Math.min(next.size(), room));
              return wanted.isEmpty()
                  ? Future.<List<PreviewedCheck>>succeededFuture(List.of())
                  : store.byIds(selection.account(), wanted, from, to);
            })
        .compose(
            found -> {
              found.forEach(check -> parents.put(check.id(), check));
              return edges(found);
            });
  }

  /** A group with more members than are replayed is left out, since all of them must fail. */
  private Future<Void> members(Set<Long> groups) {
    return parentStore
        .members(selection.account(), groups, MOST_PARENTS + 1)
        .onSuccess(
            found -> {
              long all = found.values().stream().mapToLong(List::size).sum();
              cut |= all > MOST_PARENTS;
              Map<Long, List<UUID>> members = new HashMap<>();
              groups.forEach(
                  group ->
                      members.put(
                          group,
                          all > MOST_PARENTS ? List.of() : found.getOrDefault(group, List.of())));
              map.addMembers(members);
            })
        .mapEmpty();
  }

  private Future<Void> replay(
      List<PreviewedCheck> page, List<UUID> order, boolean everything, long summed) {
    Map<UUID, PreviewedCheck> checks = new HashMap<>();
    page.forEach(check -> checks.put(check.id(), check));
    order.stream()
        .map(parents::get)
        .filter(Objects::nonNull)
        .forEach(parent -> checks.put(parent.id(), parent));
    List<Integer> series =
        checks.values().stream().flatMap(check -> check.series().keySet().stream()).toList();
    return parentStore
        .moments(series, from, to, policy.retriesDiffer())
        .compose(
            found -> {
              Map<UUID, NavigableSet<Long>> moments = moments(checks, order, found);
              List<ReadAhead.Window> windows = new ArrayList<>();
              for (UUID id : everything ? List.<UUID>of() : order) {
                PreviewedCheck parent = parents.get(id);
                if (parent != null && !isKnown(replayed.get(id), moments.get(id), false)) {
                  windows.addAll(
                      ReadAhead.windows(
                          parent, all(replayed.get(id), moments.get(id)), from, summed, to));
                }
              }
              windows.sort(Comparator.comparingLong(ReadAhead.Window::from));
              return ahead
                  .load(windows)
                  .compose(read -> next(order, 0, moments, everything, summed));
            });
  }

  /** When each parent is to be known: around what happened to its dependents, and to itself. */
  private Map<UUID, NavigableSet<Long>> moments(
      Map<UUID, PreviewedCheck> checks, List<UUID> order, Map<Integer, Set<Long>> found) {
    Map<UUID, ParentMoments> own = new HashMap<>();
    Map<UUID, ParentMoments> dependents = new HashMap<>();
    Map<UUID, Long> slowest = new HashMap<>();
    checks.forEach(
        (id, check) -> {
          ParentMoments moments = new ParentMoments(from, to);
          check.series().keySet().forEach(one -> moments.add(found.getOrDefault(one, Set.of())));
          own.put(id, moments);
          for (UUID parent : map.ancestors(List.of(id))) {
            dependents.computeIfAbsent(parent, first -> new ParentMoments(from, to)).add(moments);
            slowest.merge(parent, check.facts().period(), Math::max);
          }
        });
    Map<UUID, NavigableSet<Long>> moments = new HashMap<>();
    for (UUID id : order) {
      PreviewedCheck parent = parents.get(id);
      if (parent != null) {
        ParentMoments around =
            dependents
                .getOrDefault(id, new ParentMoments(from, to))
                .around(parent.facts(), slowest.getOrDefault(id, 0L));
        around.add(own.getOrDefault(id, new ParentMoments(from, to)));
        moments.put(id, around.begins());
      }
    }
    return moments;
  }

  private Future<Void> next(
      List<UUID> order,
      int at,
      Map<UUID, NavigableSet<Long>> moments,
      boolean everything,
      long summed) {
    if (at == order.size() || budget.isOver()) {
      return Future.succeededFuture();
    }
    UUID id = order.get(at);
    PreviewedCheck parent = parents.get(id);
    Replayed before = replayed.get(id);
    NavigableSet<Long> own = moments.get(id);
    Future<?> done =
        parent == null || isKnown(before, own, everything) || isFull(before)
            ? Future.succeededFuture()
            : replay(parent, all(before, own), everything, summed);
    return done.compose(read -> next(order, at + 1, moments, everything, summed));
  }

  private static boolean isKnown(
      @Nullable Replayed before, @Nullable Set<Long> moments, boolean everything) {
    return before != null
        && (before.everything()
            || (!everything && moments != null && before.moments().containsAll(moments)));
  }

  /** These moments and those of an earlier replay. */
  private static NavigableSet<Long> all(@Nullable Replayed before, @Nullable Set<Long> moments) {
    NavigableSet<Long> all = new TreeSet<>(moments == null ? Set.of() : moments);
    if (before != null) {
      all.addAll(before.moments());
    }
    return all;
  }

  private boolean isFull(@Nullable Replayed before) {
    long kept =
        replayed.values().stream().mapToLong(one -> one.inForce().runs()).sum()
            - (before == null ? 0 : before.inForce().runs());
    cut |= kept >= MOST_RUNS;
    return kept >= MOST_RUNS;
  }

  private Future<?> replay(
      PreviewedCheck parent, NavigableSet<Long> moments, boolean everything, long summed) {
    ParentHistory inForce = new ParentHistory(parent.facts());
    ParentHistory changed = new ParentHistory(parent.facts());
    CheckReplay replay =
        parent.replay(
            map.isSelected(parent) ? policy : PreviewRequest.Policy.IN_FORCE,
            from,
            to,
            new ReplayContext(of(parent, false), inForce),
            new ReplayContext(of(parent, true), changed));
    boolean reads = everything || replay.changed().rule().judgesPassed();
    ReadingPlan plan = new ReadingPlan(from, to, moments, reads ? 0 : summed, ParentMoments.UNIT);
    return reader
        .read(parent, replay, plan, ahead)
        .onSuccess(
            until -> {
              replay.advance(until);
              replayed.put(parent.id(), new Replayed(inForce, changed, moments, reads));
            });
  }
}
