package dev.belfry.monitoring.assertion;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a part out of a text with a regular expression of RE2, which takes time in proportion to the
 * text whatever the expression is. Any thread may call.
 */
final class RegexCut {
  static final int LONGEST_REGEX = 2_048;

  /** Instructions of a compiled expression at most. */
  static final int MOST_INSTRUCTIONS = 5_000;

  /** Instructions times characters at most; so many take half a second. */
  private static final long MOST_STEPS = 20_000_000;

  /** Instructions of all compiled expressions that are kept. */
  private static final int MOST_KEPT = 200_000;

  private static final String TOO_LARGE = "The regular expression is too long or repeats too much";

  private static final Cache<String, Pattern> COMPILED =
      Caffeine.newBuilder()
          .maximumWeight(MOST_KEPT)
          .<String, Pattern>weigher((regex, pattern) -> regex.length() + pattern.programSize())
          .executor(Runnable::run)
          .build();

  private RegexCut() {}

  /**
   * The first group of the first match, or the whole match if the expression has no group; null
   * when nothing matches or the group takes no part.
   *
   * @throws AssertionFault if the expression is wrong or takes too long
   */
  static @Nullable String of(String regex, String text) throws AssertionFault {
    Pattern pattern = COMPILED.getIfPresent(regex);
    if (pattern == null) {
      pattern = compile(regex);
      COMPILED.put(regex, pattern);
    }
    if ((long) pattern.programSize() * text.length() > MOST_STEPS) {
      throw new AssertionFault("The regular expression is too complex for so long a text");
    }
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? matcher.group(pattern.groupCount() > 0 ? 1 : 0) : null;
  }

  /**
   * Requires that an expression can be used.
   *
   * @throws AssertionFault if it is wrong or too large
   */
  static void requireValid(String regex) throws AssertionFault {
    var unused = compile(regex);
  }

  private static Pattern compile(String regex) throws AssertionFault {
    if (regex.length() > LONGEST_REGEX || RegexSize.of(regex) > 2 * MOST_INSTRUCTIONS) {
      throw new AssertionFault(TOO_LARGE);
    }
    try {
      Pattern pattern = Pattern.compile(regex);
      if (pattern.programSize() > MOST_INSTRUCTIONS) {
        throw new AssertionFault(TOO_LARGE);
      }
      return pattern;
    } catch (PatternSyntaxException e) {
      throw new AssertionFault("The regular expression is not valid: " + e.getDescription());
    }
  }
}
