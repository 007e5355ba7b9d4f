package dev.belfry.api.badge;

import java.util.Locale;

/** The shape of a badge, by the usual names. */
public enum BadgeStyle {
  FLAT(20, 3, 11, false, 0.1),
  FLAT_SQUARE(20, 0, 11, false, 0),
  PLASTIC(18, 4, 11, false, 0.35),
  FOR_THE_BADGE(28, 0, 10, true, 0),
  SOCIAL(20, 3, 11, false, 0.05);

  private final int height;
  private final int radius;
  private final int fontSize;
  private final boolean capitals;
  private final double shine;

  BadgeStyle(int height, int radius, int fontSize, boolean capitals, double shine) {
    this.height = height;
    this.radius = radius;
    this.fontSize = fontSize;
    this.capitals = capitals;
    this.shine = shine;
  }

  /** Reads a name of the API, such as {@code flat-square}. */
  public static BadgeStyle of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** Height in pixels. */
  int height() {
    return height;
  }

  /** Radius of the corners in pixels. */
  int radius() {
    return radius;
  }

  /** Size of the letters in pixels. */
  int fontSize() {
    return fontSize;
  }

  /** Whether the text is in spaced capital letters. */
  boolean capitals() {
    return capitals;
  }

  /** The opacity of the gradient from the bright top to the dark bottom, 0 to 1. */
  double shine() {
    return shine;
  }
}
