package dev.belfry.api.badge;

import java.util.Locale;

/** The colours of a badge's label, legible on light and dark pages. */
public enum BadgeTheme {
  DEFAULT("#555", "#fff", "none"),
  LIGHT("#f0f2f5", "#24292f", "#c9ced6"),
  DARK("#24292f", "#f0f2f5", "#57606a");

  private final String background;
  private final String text;
  private final String border;

  BadgeTheme(String background, String text, String border) {
    this.background = background;
    this.text = text;
    this.border = border;
  }

  /** Reads a name of the API, such as {@code dark}. */
  public static BadgeTheme of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** Colour behind the label. */
  String background() {
    return background;
  }

  /** Colour of the label's letters. */
  String text() {
    return text;
  }

  /** Colour of the line around the badge. */
  String border() {
    return border;
  }
}
