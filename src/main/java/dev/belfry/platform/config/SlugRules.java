package dev.belfry.platform.config;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a private location may be called (wire contract 2.4). Instances name the locations they
 * cover, so a slug must never be mistaken for a public location or for a word of its own meaning.
 */
public final class SlugRules {
  private static final Pattern SLUG = Pattern.compile("[A-Za-z0-9-]{1,30}");

  /** Region names as they are or may come to be. */
  private static final Pattern REGION =
      Pattern.compile(
          "(us(-gov)?|ap|ca|cn|eu|sa|af|me)-(central|(north|south)?(east|west)|north|south)-\\d+",
          Pattern.CASE_INSENSITIVE);

  /**
   * {@code all} public locations, {@code none} at all; {@code default}: where checks without a
   * location run.
   */
  private static final Set<String> WORDS = Set.of("all", "none", "default");

  private SlugRules() {}

  /** What is wrong with a slug, for a person; empty when it is right. */
  public static Optional<String> problem(String slug) {
    if (!SLUG.matcher(slug).matches()) {
      return Optional.of("must be 1 to 30 letters, digits and hyphens");
    }
    if (REGION.matcher(slug).matches()) {
      return Optional.of("must not look like the name of a public location");
    }
    return WORDS.contains(slug.toLowerCase(Locale.ROOT))
        ? Optional.of("must not be " + slug + ", which has a meaning of its own")
        : Optional.empty();
  }
}
