package dev.belfry.statuspages.page;

import dev.belfry.api.contract.Field;

/** The colours of one theme such as {@code #1a2b3c}; null or absent for the standard colour. */
public record ThemeColors(
    Field<String> accent, Field<String> background, Field<String> card, Field<String> text) {}
