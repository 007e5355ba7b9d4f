package dev.belfry.statuspages.publicsite;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a page is and looks like.
 *
 * @param url last part of its address
 * @param home its whole address
 * @param theme AUTO, LIGHT or DARK
 * @param colors of each theme, null without own ones
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
    String theme,
    @Nullable JsonNode colors,
    boolean isPrivate) {}
