package dev.belfry.platform.template;

/** Cuts texts to the lengths that receivers take. */
public final class TextLimit {
  private TextLimit() {}

  /** The text, or its beginning and an ellipsis: at most {@code most} UTF-16 units. */
  public static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    if (most < 2) {
      return most < 1 ? "" : "…";
    }
    int end = Character.isHighSurrogate(text.charAt(most - 2)) ? most - 2 : most - 1;
    return text.substring(0, end) + "…";
  }
}
