package dev.belfry.site;

import java.util.ArrayList;
import java.util.List;

/** The days of a service in words: each with trouble for itself, the others together. */
public final class DayWords {
  private DayWords() {}

  /** The sentences, the newest day first. */
  public static List<String> of(List<SiteDay> days, SiteTexts texts) {
    List<String> words = new ArrayList<>();
    int last = days.size() - 1;
    while (last >= 0) {
      SiteDay.Level level = days.get(last).level();
      int first = last;
      while (quiet(level) && first > 0 && days.get(first - 1).level() == level) {
        first--;
      }
      words.add(
          first == last
              ? texts.day(days.get(last))
              : texts.date(days.get(first).date())
                  + " – "
                  + texts.date(days.get(last).date())
                  + ": "
                  + texts.get(level == SiteDay.Level.GOOD ? "day.quiet" : "day.none"));
      last = first - 1;
    }
    return words;
  }

  private static boolean quiet(SiteDay.Level level) {
    return level == SiteDay.Level.GOOD || level == SiteDay.Level.NONE;
  }
}
