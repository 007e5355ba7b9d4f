package dev.belfry.alerting.alert;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a run of a check found at all of its locations, as known when an alert was raised.
 *
 * @param locations failures first, then by name
 * @param needed number of locations at which the run must fail to count as failed
 */
record RunEvidence(List<AtLocation> locations, int needed) {
  private static final int LONGEST_ERROR = 200;

  /** More names would make the summary longer than a line or two. */
  private static final int MOST_NAMES = 6;

  RunEvidence {
    locations =
        locations.stream()
            .sorted(Comparator.comparingInt(RunEvidence::rank).thenComparing(AtLocation::location))
            .toList();
  }

  /**
   * The run at one location.
   *
   * @param verdict null while there is no result
   * @param error null when there is none
   * @param responseMillis null when there was no response
   */
  record AtLocation(
      String location,
      @Nullable Verdict verdict,
      @Nullable String error,
      @Nullable Long responseMillis) {
    String state() {
      return verdict == null ? "OUTSTANDING" : verdict.name();
    }
  }

  /** Adds the variables of templates. */
  void addTo(ObjectNode context) {
    ArrayNode list = context.putArray("LOCATIONS");
    for (AtLocation one : locations) {
      ObjectNode entry = list.addObject();
      entry.put("location", one.location());
      entry.put("verdict", one.state());
      if (one.error() != null) {
        entry.put("error", cut(one.error()));
      }
      if (one.responseMillis() != null) {
        entry.put("responseTime", one.responseMillis());
      }
    }
    context.put("LOCATIONS_SUMMARY", summary());
    context.put("LOCATIONS_FAILED", count(Verdict.FAILED));
    context.put("LOCATIONS_DEGRADED", count(Verdict.DEGRADED));
    context.put("LOCATIONS_PASSED", count(Verdict.PASSED));
    context.put("LOCATIONS_OUTSTANDING", names(one -> !isConclusive(one)).size());
    context.put("LOCATIONS_NEEDED", needed);
  }

  /** Such as "failed at 2 of 3 locations (1 needed): a, b; passed: c". */
  String summary() {
    StringBuilder text = new StringBuilder();
    part(text, "failed", names(one -> one.verdict() == Verdict.FAILED));
    part(text, "degraded", names(one -> one.verdict() == Verdict.DEGRADED));
    part(text, "passed", names(one -> one.verdict() == Verdict.PASSED));
    part(text, "no result", names(one -> !isConclusive(one)));
    return text.toString();
  }

  private void part(StringBuilder text, String state, List<String> names) {
    if (names.isEmpty()) {
      return;
    }
    boolean first = text.isEmpty();
    text.append(first ? "" : "; ").append(state);
    if (first) {
      text.append(" at %d of %d locations".formatted(names.size(), locations.size()));
    }
    if (state.equals("failed")) {
      text.append(" (%d needed)".formatted(needed));
    }
    text.append(": ").append(String.join(", ", names.subList(0, shown(names))));
    if (shown(names) < names.size()) {
      text.append(" and %d more".formatted(names.size() - shown(names)));
    }
  }

  private static int shown(List<String> names) {
    return Math.min(MOST_NAMES, names.size());
  }

  private int count(Verdict verdict) {
    return names(one -> one.verdict() == verdict).size();
  }

  private List<String> names(Predicate<AtLocation> which) {
    return locations.stream().filter(which).map(AtLocation::location).toList();
  }

  private static int rank(AtLocation one) {
    if (one.verdict() == null) {
      return Verdict.values().length;
    }
    return switch (one.verdict()) {
      case FAILED -> 0;
      case DEGRADED -> 1;
      case PASSED -> 2;
      case OBSERVER_FAULT, MISSED -> 3;
    };
  }

  private static boolean isConclusive(AtLocation one) {
    return one.verdict() != null && one.verdict().isConclusive();
  }

  private static String cut(String text) {
    return text.codePointCount(0, text.length()) <= LONGEST_ERROR
        ? text
        : text.substring(0, text.offsetByCodePoints(0, LONGEST_ERROR - 1)) + "…";
  }
}
