package dev.belfry.statuspages.publicsite;

import dev.belfry.statuspages.page.PageTheme;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The parts that all documents of a site share: header, footer and style.
 *
 * @param page null when there is no page, or the reader has no access to it
 * @param path of this document within the site
 * @param style the style sheet
 * @param summary the present state in a sentence, for search engines and previews of links
 */
public record PageLayout(
    @Nullable SiteSettings page,
    SiteTexts texts,
    SiteLinks links,
    String path,
    String style,
    String summary) {
  /** The absolute address of this document; only where there is a page. */
  public String address() {
    return new SiteLinks(Objects.requireNonNull(page).home(), links.language()).to(path);
  }

  /** The fixed theme of the page, null when it follows the device. */
  public @Nullable String theme() {
    return page == null || page.theme() == PageTheme.AUTO
        ? null
        : page.theme().name().toLowerCase(Locale.ROOT);
  }

  /** A symbol for a state, for readers who cannot see colours. */
  public String mark(ServiceState state) {
    return switch (state.tone()) {
      case "good" -> "✓";
      case "info" -> "i";
      case "bad" -> "✕";
      default -> "!";
    };
  }
}
