package dev.belfry.statuspages.publicsite;

import dev.belfry.statuspages.page.PageColors;
import dev.belfry.statuspages.page.PageTheme;
import dev.belfry.statuspages.subscription.SubscriptionOffer;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a page that its site uses.
 *
 * @param url last part of its address
 * @param home its absolute address
 * @param colors null for the standard colours
 * @param offer how readers may subscribe
 */
public record SiteSettings(
    UUID id,
    UUID account,
    String name,
    String url,
    String home,
    @Nullable String description,
    @Nullable String logo,
    @Nullable String logoDark,
    @Nullable String favicon,
    @Nullable String redirectTo,
    PageTheme theme,
    @Nullable PageColors colors,
    boolean isPrivate,
    SubscriptionOffer offer) {
  /** The first letter of the name, for a page without a logo. */
  public String letter() {
    return name.isEmpty()
        ? ""
        : new String(Character.toChars(Character.toUpperCase(name.codePointAt(0))));
  }
}
