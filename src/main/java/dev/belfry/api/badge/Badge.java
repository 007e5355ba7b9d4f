package dev.belfry.api.badge;

/**
 * The texts and colour of a badge.
 *
 * @param label name of its subject
 * @param message its state
 * @param colour behind the message; white letters on it have a contrast of at least 4.5
 */
public record Badge(String label, String message, String colour) {
  public static final String GREEN = "#1a7f37";
  public static final String YELLOW = "#9a6700";
  public static final String RED = "#cf222e";
  public static final String BLUE = "#0969da";
  public static final String GREY = "#57606a";

  private static final int LONGEST_LABEL = 60;

  /** A badge; a long label is cut. */
  public static Badge of(String label, String message, String colour) {
    boolean fits = label.codePointCount(0, label.length()) <= LONGEST_LABEL;
    return new Badge(
        fits ? label : label.substring(0, label.offsetByCodePoints(0, LONGEST_LABEL - 1)) + "…",
        message,
        colour);
  }
}
