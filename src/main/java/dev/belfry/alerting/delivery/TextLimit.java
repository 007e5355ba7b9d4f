package dev.belfry.alerting.delivery;

/** Cuts texts to the lengths that receivers take. */
final class TextLimit {
  private TextLimit() {}

  /** The text, or its beginning and an ellipsis: at most {@code most} UTF-16 units. */
  static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(most - 2)) ? most - 2 : most - 1;
    return text.substring(0, end) + "…";
  }
}
