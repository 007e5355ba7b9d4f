package dev.belfry.statuspages.page;

import dev.belfry.api.contract.Field;

/** The colours of a page's two themes; null or absent for the standard colours. */
public record PageColors(Field<ThemeColors> light, Field<ThemeColors> dark) {}
