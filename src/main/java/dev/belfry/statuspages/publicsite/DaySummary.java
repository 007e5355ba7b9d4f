package dev.belfry.statuspages.publicsite;

import java.util.ArrayList;
import java.util.List;

/** The days of a service as sentences; equal consecutive days share one sentence. */
public final class DaySummary {
  private DaySummary() {}

  /** The sentences, the newest day first. */
  public static List<String> of(List<SiteDay> days, SiteTexts texts) {
    List<String> words = new ArrayList<>();
    int last = days.size() - 1;
    while (last >= 0) {
      String said = said(days.get(last), texts);
      int first = last;
      while (first > 0 && said(days.get(first - 1), texts).equals(said)) {
        first--;
      }
      String newest = texts.date(days.get(last).date());
      words.add(
          (first == last ? newest : texts.date(days.get(first).date()) + " – " + newest)
              + ": "
              + said);
      last = first - 1;
    }
    return words;
  }

  private static String said(SiteDay day, SiteTexts texts) {
    return day.level() == SiteDay.Level.GOOD ? texts.get("day.quiet") : texts.said(day);
  }
}
