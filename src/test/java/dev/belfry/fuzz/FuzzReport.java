package dev.belfry.fuzz;

import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** What was sent and what was found. For any thread. */
final class FuzzReport {
  private static final int MOST_SHOWN = 3;

  private final long seed;
  private final Map<String, Finding> findings = new TreeMap<>();
  private final Map<String, Tally> operations = new TreeMap<>();
  private final Map<FuzzRequest.Family, Integer> families = new EnumMap<>(FuzzRequest.Family.class);
  private int requests;
  private int unanswered;

  FuzzReport(long seed) {
    this.seed = seed;
  }

  private static final class Tally {
    private int sent;
    private int succeeded;
    private long slowest;
  }

  private static final class Finding {
    private final Map<String, String> exampleByOperation = new TreeMap<>();
    private int count;
  }

  synchronized void count(FuzzRequest request, FuzzAnswer answer) {
    requests++;
    unanswered += answer.isMissing() ? 1 : 0;
    families.merge(request.family(), 1, Integer::sum);
    Tally tally = operations.computeIfAbsent(request.operation().id(), first -> new Tally());
    if (request.family() != FuzzRequest.Family.PATH) {
      tally.sent++;
      tally.succeeded += answer.isSuccess() ? 1 : 0;
    }
    tally.slowest = Math.max(tally.slowest, answer.nanos());
  }

  /** Something that must not be; the first of its kind is shown whole. */
  void find(FuzzRequest request, String problem, String seen) {
    String example =
        "  seed %d, number %d, %s%n  %s%n  answered %s%n"
            .formatted(seed, request.number(), circumstances(), request.curl(), seen);
    String kind = request.family() + ", " + request.what() + ": " + problem;
    find(kind, request.operation().id(), example);
  }

  /** What tells a service that fails from a machine that has no time for it. */
  private static String circumstances() {
    return "at %s, load %.1f"
        .formatted(
            Instant.now().truncatedTo(ChronoUnit.SECONDS),
            ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
  }

  /** Something that no single request shows. */
  synchronized void find(String kind, String operation, String example) {
    Finding finding = findings.computeIfAbsent(kind, first -> new Finding());
    finding.count++;
    finding.exampleByOperation.putIfAbsent(operation, example);
  }

  synchronized int requests() {
    return requests;
  }

  /** Requests without an answer. */
  synchronized int unanswered() {
    return unanswered;
  }

  synchronized boolean isClean() {
    return findings.isEmpty();
  }

  /** Operations that never succeeded. */
  synchronized List<String> withoutSuccess(List<String> all) {
    List<String> none = new ArrayList<>();
    for (String operation : all) {
      Tally tally = operations.get(operation);
      if (tally == null || tally.succeeded == 0) {
        none.add(operation);
      }
    }
    return none;
  }

  /** The findings by kind, with the operations and a few requests of each. */
  synchronized String findings() {
    StringBuilder text = new StringBuilder();
    findings.forEach(
        (kind, finding) -> {
          text.append(finding.count).append(" times: ").append(kind).append("\n  of ");
          text.append(finding.exampleByOperation.keySet()).append('\n');
          finding.exampleByOperation.values().stream().limit(MOST_SHOWN).forEach(text::append);
        });
    return text.toString();
  }

  /** Requests, shares of success and slowest answers. */
  synchronized String summary(long nanos) {
    StringBuilder text = new StringBuilder();
    long seconds = Math.max(1, TimeUnit.NANOSECONDS.toSeconds(nanos));
    text.append(
        "seed %d, %d requests in %d s (%d a second), %d kinds of findings%n%s%n"
            .formatted(seed, requests, seconds, requests / seconds, findings.size(), families));
    operations.forEach(
        (operation, tally) ->
            text.append(
                "%-28s %6d sent, %3d %% successful, slowest %5d ms%n"
                    .formatted(
                        operation,
                        tally.sent,
                        tally.sent == 0 ? 0 : 100 * tally.succeeded / tally.sent,
                        TimeUnit.NANOSECONDS.toMillis(tally.slowest))));
    return text.toString();
  }
}
