package dev.belfry.platform.config;

import java.util.Collection;
import java.util.Comparator;

/** Finds the known word that is closest to a misspelt one. */
public final class SpellingSuggestion {
  private static final int TOO_LONG = 100;

  private SpellingSuggestion() {}

  /** {@code " (did you mean http.port?)"}, or nothing when no candidate is close. */
  public static String to(String word, Collection<String> candidates) {
    if (word.length() > TOO_LONG) {
      return "";
    }
    int close = Math.max(2, word.length() / 5);
    return candidates.stream()
        .min(Comparator.comparingInt(candidate -> distance(word, candidate)))
        .filter(candidate -> distance(word, candidate) <= close)
        .map(candidate -> " (did you mean " + candidate + "?)")
        .orElse("");
  }

  /** Levenshtein distance, upper and lower case taken as equal. */
  private static int distance(String a, String b) {
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] current = new int[b.length() + 1];
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int cost = same(a.charAt(i - 1), b.charAt(j - 1)) ? 0 : 1;
        int either = Math.min(previous[j], current[j - 1]) + 1;
        current[j] = Math.min(either, previous[j - 1] + cost);
      }
      previous = current;
    }
    return previous[b.length()];
  }

  private static boolean same(char a, char b) {
    return Character.toLowerCase(a) == Character.toLowerCase(b);
  }
}
