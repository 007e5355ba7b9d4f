package dev.belfry.projects.importer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A set of accepted status codes. Assertions must all hold, so a set with large gaps is
 * approximated by its lowest and highest code.
 */
final class StatusCodes {
  private static final int LOWEST = 100;
  private static final int HIGHEST = 599;
  private static final int MOST_EXCEPTIONS = 20;
  private static final Pattern RANGE = Pattern.compile("\\s*(\\d{3})\\s*(?:-\\s*(\\d{3})\\s*)?");

  private final TreeSet<Integer> codes = new TreeSet<>();

  /** Adds a code such as {@code 200} or a range such as {@code 200-299}; false: it is neither. */
  boolean add(String text) {
    Matcher range = RANGE.matcher(text);
    if (!range.matches()) {
      return false;
    }
    int first = Integer.parseInt(range.group(1));
    int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
    for (int code = Math.max(first, LOWEST); code <= Math.min(last, HIGHEST); code++) {
      codes.add(code);
    }
    return first <= last && first <= HIGHEST && last >= LOWEST;
  }

  boolean isEmpty() {
    return codes.isEmpty();
  }

  /** The only code, or -1. */
  int only() {
    return codes.size() == 1 ? codes.first() : -1;
  }

  /** Whether exactly the codes of success and redirection, or all of success, are in the set. */
  boolean isSuccess() {
    return !codes.isEmpty() && codes.first() == 200 && codes.last() < 400 && missing().isEmpty();
  }

  private List<Integer> missing() {
    List<Integer> missing = new ArrayList<>();
    for (int code = codes.first(); code < codes.last(); code++) {
      if (!codes.contains(code)) {
        missing.add(code);
      }
    }
    return missing;
  }

  /** Whether the assertions accept these codes and no other. */
  boolean isExact() {
    return missing().size() <= MOST_EXCEPTIONS;
  }

  /** Adds assertions that accept the set, which is not empty. */
  void assertInto(ArrayNode assertions) {
    if (codes.size() == 1) {
      add(assertions, "EQUALS", codes.first());
      return;
    }
    boolean all = codes.first() == LOWEST && codes.last() == HIGHEST;
    if (all || codes.first() > LOWEST) {
      add(assertions, "GREATER_THAN", codes.first() - 1);
    }
    if (codes.last() < HIGHEST) {
      add(assertions, "LESS_THAN", codes.last() + 1);
    }
    if (isExact()) {
      missing().forEach(code -> add(assertions, "NOT_EQUALS", code));
    }
  }

  /** What the assertions accept, for a note. */
  String accepted() {
    return codes.first() + " to " + codes.last();
  }

  /** Adds one assertion on the status code. */
  static void add(ArrayNode assertions, String comparison, int target) {
    assertions
        .addObject()
        .put("source", "STATUS_CODE")
        .put("comparison", comparison)
        .put("target", Integer.toString(target));
  }
}
