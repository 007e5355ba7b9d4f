package dev.belfry.browser;

import com.microsoft.playwright.options.ColorScheme;
import java.util.Locale;

/** How people look at a page: by day or night, on a desk or a phone. */
public enum Appearance {
  LIGHT_WIDE(ColorScheme.LIGHT, 1440, 900),
  LIGHT_NARROW(ColorScheme.LIGHT, 360, 740),
  DARK_WIDE(ColorScheme.DARK, 1440, 900),
  DARK_NARROW(ColorScheme.DARK, 360, 740);

  private final ColorScheme scheme;
  private final int width;
  private final int height;

  Appearance(ColorScheme scheme, int width, int height) {
    this.scheme = scheme;
    this.width = width;
    this.height = height;
  }

  ColorScheme scheme() {
    return scheme;
  }

  int width() {
    return width;
  }

  int height() {
    return height;
  }

  /** Whether a phone's width is all there is. */
  public boolean narrow() {
    return width < 700;
  }

  /** As it stands in names of files. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
