package dev.belfry.fleet;

import dev.belfry.chaos.Books;
import dev.belfry.fleet.PrimaryWatch.Promotion;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** Does to a set of three Postgres under a fleet what a seed says, and measures from outside. */
final class FailOverDrill implements Exercise {
  /** Goal for the first answered write after a new primary takes writes. */
  private static final long MOST_FOUND_MILLIS = 1_000;

  /** So long everything is well before and after a fault. */
  private static final long QUIET_MILLIS = 2_000;

  /** Longer than {@code ttl} of config/patroni. */
  private static final long FROZEN_MILLIS = 15_000;

  private static final String DEPLOYED =
      "SELECT count(*) FROM services WHERE name ~ '^deploy-[0-9]+-%d$'";
  private static final String DEPLOYED_ALL =
      "SELECT count(*) FROM services WHERE name LIKE 'deploy-%'";

  private final Fleet fleet;
  private final PatroniSet set;
  private final PrimaryWatch watch;
  private final PageReaders readers;
  private final Deploys deploys;
  private final List<FailOverTimes> times = new ArrayList<>();

  FailOverDrill(
      Fleet fleet, PatroniSet set, PrimaryWatch watch, PageReaders readers, Deploys deploys) {
    this.fleet = fleet;
    this.set = set;
    this.watch = watch;
    this.readers = readers;
    this.deploys = deploys;
  }

  /** So many of each kind that is possible in turn, in an order that the seed decides. */
  static List<FailOver> order(int count, long seed, List<FailOver> kinds) {
    List<FailOver> order = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      order.add(kinds.get(i % kinds.size()));
    }
    Collections.shuffle(order, new Random(seed));
    return order;
  }

  void run(List<FailOver> order) {
    for (FailOver kind : order) {
      set.await();
      fleet.allUp();
      fleet.pause(QUIET_MILLIS);
      long from = System.currentTimeMillis();
      PatroniMember member = set.in(kind == FailOver.STANDBY ? "sync_standby" : "leader");
      long struck = System.currentTimeMillis();
      strike(kind, member);
      long since = kind.promotes() ? promotion(struck) : struck;
      fleet.until("a write is answered", () -> firstWrite(kind, since).isPresent());
      long found = firstWrite(kind, since).orElseThrow() - since;
      heal(kind, member, struck);
      set.await();
      fleet.pause(QUIET_MILLIS);
      long to = System.currentTimeMillis();
      fleet.until("all requests have ended", () -> fleet.load().hasEnded(to));
      FailOverTimes one =
          FailOverTimes.of(kind, since - struck, found, fleet.load().between(from, to));
      times.add(one);
      fleet.tell(times.size() + " of " + order.size() + ": " + one);
    }
  }

  private void strike(FailOver kind, PatroniMember member) {
    switch (kind) {
      case KILL, STANDBY -> member.kill();
      case FREEZE -> member.freeze();
      case CUT -> set.cut(member);
      case SWITCHOVER -> member.switchOver();
    }
  }

  private void heal(FailOver kind, PatroniMember member, long struck) {
    if (kind == FailOver.FREEZE || kind == FailOver.CUT) {
      fleet.pause(Math.max(0, struck + FROZEN_MILLIS - System.currentTimeMillis()));
    }
    switch (kind) {
      case KILL, STANDBY -> member.start();
      case FREEZE -> member.thaw();
      case CUT -> set.mend(member);
      case SWITCHOVER -> {}
    }
  }

  /** When another member took writes, milliseconds since 1970. */
  private long promotion(long struck) {
    fleet.until("another member takes writes", () -> watch.since(struck).isPresent());
    return watch.since(struck).map(Promotion::at).orElseThrow();
  }

  private Stream<Sent> writes(long since) {
    return fleet.load().between(since - 30_000, Long.MAX_VALUE).stream()
        .filter(one -> one.kind() != Sent.Kind.GET && one.isWell());
  }

  private static long end(Sent sent) {
    return sent.at() + sent.millis();
  }

  /** When the first write was answered from a moment on; of one that was due by then, if asked. */
  private Optional<Long> firstWrite(FailOver kind, long since) {
    return writes(since)
        .filter(one -> kind.promotes() ? end(one) >= since : one.at() >= since)
        .map(FailOverDrill::end)
        .min(Long::compare);
  }

  @Override
  public String report(Books books) throws SQLException {
    StringBuilder lines = new StringBuilder();
    for (FailOver kind : FailOver.values()) {
      List<FailOverTimes> all = times.stream().filter(one -> one.kind() == kind).toList();
      if (!all.isEmpty()) {
        lines.append(
            "%-10s %d times; p50, p99 and longest ms: new primary %s, then first write %s, slowest request %s%n"
                .formatted(
                    kind,
                    all.size(),
                    figures(all, FailOverTimes::away),
                    figures(all, FailOverTimes::found),
                    figures(all, FailOverTimes::longest)));
      }
    }
    lines.append(
        "first write of all that promote %s ms%n"
            .formatted(figures(promoted(), FailOverTimes::found)));
    List<Long> pages = readers.millis();
    lines.append(
        "status page: %d answers, %d failures; ms p50 %d, p99 %d, longest %d%n"
            .formatted(
                pages.size(),
                readers.failures().size(),
                Pace.percentile(pages, 50),
                Pace.percentile(pages, 99),
                Pace.percentile(pages, 100)));
    return lines.append(deploys.report()).append('\n').toString();
  }

  private List<FailOverTimes> promoted() {
    return times.stream().filter(one -> one.kind().promotes()).toList();
  }

  private static String figures(List<FailOverTimes> all, ToLongFunction<FailOverTimes> figure) {
    List<Long> sorted = all.stream().map(figure::applyAsLong).sorted().toList();
    return "%d/%d/%d"
        .formatted(
            Pace.percentile(sorted, 50), Pace.percentile(sorted, 99), Pace.percentile(sorted, 100));
  }

  @Override
  public List<String> breaches(Books books) throws SQLException {
    List<String> found = new ArrayList<>();
    for (FailOverTimes one : times) {
      one.breaches().forEach(sent -> found.add(one.kind() + ": " + sent));
    }
    if (promoted().stream().anyMatch(one -> one.found() > MOST_FOUND_MILLIS)) {
      found.add("a write was answered later than a second after the new primary took writes");
    }
    readers.failures().forEach(failure -> found.add("a reader of the status page: " + failure));
    found.addAll(deploys.failures());
    long there = books.number(DEPLOYED.formatted(deploys.last()));
    long all = books.number(DEPLOYED_ALL);
    if (there != deploys.resources() || all != deploys.resources()) {
      found.add("of the last deploy there are %d resources, of all %d".formatted(there, all));
    }
    return found;
  }
}
