package dev.belfry.engine.result.analytics;

import dev.belfry.engine.result.Aggregate;
import dev.belfry.engine.result.RollUp;
import dev.belfry.engine.result.TimeRange;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Computes figures of checks over a time range. */
final class Analytics {
  private static final UUID FIRST = new UUID(0, 0);
  private static final int CHECKS_AT_ONCE = 200;

  private final AnalyticsStore store;

  Analytics(Database database) {
    store = new AnalyticsStore(database);
  }

  /** A check and its figures. */
  record Figures(CheckHead check, Aggregate summary) {}

  /** Figures of one check, by location and step, and when it was in maintenance. */
  record Detailed(
      CheckHead check,
      Aggregate all,
      Map<String, Series> series,
      List<MaintenancePeriod> maintenance) {}

  /** Figures of one location, or of all together. */
  record Series(Aggregate all, Map<Long, Aggregate> steps) {
    Series() {
      this(new Aggregate(), new TreeMap<>());
    }

    /** Pings count in the figures of the whole range; a single step is given the same. */
    private void addPings(long sent, long replied) {
      all.addPings(sent, replied);
      if (steps.size() == 1) {
        steps.values().iterator().next().addPings(sent, replied);
      }
    }

    private void add(long step, RollUp part) {
      all.add(part);
      steps.computeIfAbsent(step, first -> new Aggregate()).add(part);
    }
  }

  /**
   * A query for figures of one check.
   *
   * @param type that the check must have
   * @param stepMillis length of a step, 0 for one step over the whole range
   * @param byLocation whether each location has its own figures
   */
  record Query(
      UUID account,
      UUID check,
      CheckType type,
      TimeRange range,
      long stepMillis,
      boolean byLocation) {

    /** The start of the step that contains a time. */
    long step(long at) {
      return stepMillis == 0 ? range.from() : at - Math.floorMod(at - range.from(), stepMillis);
    }
  }

  /** Figures of one check. Fails with a 404 when the account has no such check of the type. */
  Future<Detailed> of(Query query) {
    return store
        .check(query.account(), query.check())
        .map(
            found ->
                found
                    .filter(head -> head.checkType().equals(query.type().name()))
                    .orElseThrow(ApiException::notFound))
        .compose(
            head ->
                read(query)
                    .compose(sums -> detailed(head, query, sums))
                    .compose(figures -> withPings(figures, query)));
  }

  private Future<Detailed> withPings(Detailed figures, Query query) {
    return query.type() != CheckType.ICMP
        ? Future.succeededFuture(figures)
        : store
            .pings(query.account(), List.of(query.check()), query.range())
            .map(
                found -> {
                  for (AnalyticsStore.Pings pings : found) {
                    figures.all().addPings(pings.sent(), pings.replied());
                    Series series =
                        figures.series().get(query.byLocation() ? pings.location() : "");
                    if (series != null) {
                      series.addPings(pings.sent(), pings.replied());
                    }
                  }
                  return figures;
                });
  }

  private Future<List<RollUp>> read(Query query) {
    UUID account = query.account();
    UUID check = query.check();
    TimeRange range = query.range();
    if (query.stepMillis() == 0) {
      return store.sums(account, List.of(check), range);
    }
    return query.stepMillis() < TimeRange.HOUR
        ? store.steps(account, check, range, query.stepMillis())
        : store.hours(account, check, range);
  }

  private Future<Detailed> detailed(CheckHead head, Query query, List<RollUp> sums) {
    Aggregate all = new Aggregate();
    Map<String, Series> series = new TreeMap<>();
    for (RollUp part : sums) {
      if (part.counts().all() == 0) {
        continue;
      }
      all.add(part);
      series
          .computeIfAbsent(query.byLocation() ? part.location() : "", place -> new Series())
          .add(query.step(part.at()), part);
    }
    return store
        .maintenance(query.account(), query.check(), query.range())
        .map(periods -> new Detailed(head, all, series, periods));
  }

  /** Figures of several checks, without those of other accounts. */
  Future<List<Figures>> of(UUID account, List<UUID> checks, TimeRange range) {
    return store.checks(account, checks).compose(heads -> figures(account, heads, range));
  }

  /** Figures of all checks of an account that match, read in short statements of 200 checks. */
  Future<List<Figures>> all(
      UUID account, List<String> tags, @Nullable Boolean deactivated, TimeRange range) {
    return after(FIRST, account, tags, deactivated, range, new ArrayList<>());
  }

  private Future<List<Figures>> after(
      UUID last,
      UUID account,
      List<String> tags,
      @Nullable Boolean deactivated,
      TimeRange range,
      List<Figures> before) {
    return store
        .next(account, last, tags, deactivated, CHECKS_AT_ONCE)
        .compose(
            heads ->
                figures(account, heads, range)
                    .compose(
                        figures -> {
                          before.addAll(figures);
                          return heads.size() < CHECKS_AT_ONCE
                              ? Future.succeededFuture(before)
                              : after(
                                  heads.get(heads.size() - 1).id(),
                                  account,
                                  tags,
                                  deactivated,
                                  range,
                                  before);
                        }));
  }

  private Future<List<Figures>> figures(UUID account, List<CheckHead> heads, TimeRange range) {
    if (heads.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    Map<UUID, Figures> byId =
        heads.stream()
            .map(head -> new Figures(head, new Aggregate()))
            .collect(
                Collectors.toMap(
                    figures -> figures.check().id(),
                    Function.identity(),
                    (one, other) -> one,
                    java.util.LinkedHashMap::new));
    return store
        .sums(account, List.copyOf(byId.keySet()), range)
        .map(
            sums -> {
              for (RollUp part : sums) {
                Figures figures = byId.get(part.check());
                if (figures != null) {
                  figures.summary().add(part);
                }
              }
              return List.copyOf(byId.values());
            })
        .compose(figures -> withPings(account, figures, range));
  }

  private Future<List<Figures>> withPings(UUID account, List<Figures> figures, TimeRange range) {
    Map<UUID, Figures> pinging =
        figures.stream()
            .filter(one -> one.check().checkType().equals(CheckType.ICMP.name()))
            .collect(Collectors.toMap(one -> one.check().id(), Function.identity()));
    return store
        .pings(account, List.copyOf(pinging.keySet()), range)
        .map(
            found -> {
              for (AnalyticsStore.Pings pings : found) {
                Figures one = pinging.get(pings.check());
                if (one != null) {
                  one.summary().addPings(pings.sent(), pings.replied());
                }
              }
              return figures;
            });
  }
}
