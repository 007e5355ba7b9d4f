package dev.belfry.fuzz;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** What was sent and what was found. For any thread. */
final class FuzzReport {
  private static final int MOST_SHOWN = 60;

  private final long seed;
  private final Map<String, Finding> findings = new TreeMap<>();
  private final Map<String, Tally> operations = new TreeMap<>();
  private final Map<FuzzRequest.Family, Integer> families =
      new EnumMap<>(FuzzRequest.Family.class);
  private int requests;

  FuzzReport(long seed) {
    this.seed = seed;
  }

  private static final class Tally {
    private int sent;
    private int succeeded;
    private long slowest;
  }

  private static final class Finding {
    private final String example;
    private int count;

    Finding(String example) {
      this.example = example;
    }
  }

  synchronized void count(FuzzRequest request, FuzzAnswer answer) {
    requests++;
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
    String kind = request.operation().id() + ", " + request.what() + ": " + problem;
    String example =
        "  seed %d, number %d, %s%n  %s%n  answered %s"
            .formatted(seed, request.number(), request.family(), request.curl(), seen);
    find(kind, example);
  }

  /** Something that no single request shows. */
  synchronized void find(String kind, String example) {
    findings.computeIfAbsent(kind, first -> new Finding(example)).count++;
  }

  synchronized int requests() {
    return requests;
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

  /** The findings, one of each kind with its request. */
  synchronized String findings() {
    StringBuilder text = new StringBuilder();
    int shown = 0;
    for (Map.Entry<String, Finding> finding : findings.entrySet()) {
      text.append(finding.getValue().count).append(" × ").append(finding.getKey()).append('\n');
      if (shown++ < MOST_SHOWN) {
        text.append(finding.getValue().example).append('\n');
      }
    }
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
