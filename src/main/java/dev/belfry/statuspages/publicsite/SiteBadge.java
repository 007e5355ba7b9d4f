package dev.belfry.statuspages.publicsite;

import dev.belfry.api.badge.Badge;
import dev.belfry.api.badge.BadgeStyle;
import dev.belfry.api.badge.BadgeSvg;
import dev.belfry.api.badge.BadgeTheme;
import java.nio.charset.StandardCharsets;

/** Draws the badge of a page: its name and present state. */
final class SiteBadge {
  /** Begins the path of each badge within the site; style and theme follow. */
  static final String ROOT = "/badge.svg/";

  private SiteBadge() {}

  /** The path of the badge in a style and theme, by their names in the API. */
  static String path(String style, String theme) {
    return ROOT + style + "/" + theme;
  }

  /** The badge at such a path. */
  static byte[] of(SiteModel model, SiteKey key) {
    String[] look = key.path().substring(ROOT.length()).split("/", 2);
    SiteTexts texts = SiteTexts.of(key.language());
    boolean empty = model.services().isEmpty();
    Badge badge =
        Badge.of(
            model.settings().name(),
            empty ? texts.get("badge.none") : texts.of("state", model.state()),
            empty ? Badge.GREY : color(model.state()));
    return BadgeSvg.draw(badge, BadgeStyle.of(look[0]), BadgeTheme.of(look[1]))
        .getBytes(StandardCharsets.UTF_8);
  }

  private static String color(ServiceState state) {
    return switch (state) {
      case OPERATIONAL -> Badge.GREEN;
      case UNDER_MAINTENANCE -> Badge.BLUE;
      case DEGRADED_PERFORMANCE, PARTIAL_OUTAGE -> Badge.YELLOW;
      case MAJOR_OUTAGE -> Badge.RED;
    };
  }
}
