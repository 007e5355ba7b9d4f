package dev.belfry.statuspages.publicsite;

import dev.belfry.statuspages.page.PageTheme;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What all documents of a site have around their content.
 *
 * @param page null where the reader may not know which page it is, or there is none
 * @param path of this document within the site
 * @param style the style sheet
 */
public record PageLayout(
    @Nullable SiteSettings page, SiteTexts texts, SiteLinks links, String path, String style) {
  /** The theme that the page insists on, null when it is up to the reader. */
  public @Nullable String theme() {
    return page == null || page.theme() == PageTheme.AUTO
        ? null
        : page.theme().name().toLowerCase(Locale.ROOT);
  }

  /** A sign for a state, for those who do not see colours. */
  public String mark(ServiceState state) {
    return switch (state.tone()) {
      case "good" -> "✓";
      case "info" -> "i";
      case "bad" -> "✕";
      default -> "!";
    };
  }
}
