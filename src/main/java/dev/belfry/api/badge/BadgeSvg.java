package dev.belfry.api.badge;

import java.util.Locale;

/** Draws a badge as SVG. Letters stay text, which scales, can be copied and is read out. */
public final class BadgeSvg {
  private static final int PADDING = 6;
  private static final double WIDEST = 1.0;
  private static final double SPACING = 1.25;

  private BadgeSvg() {}

  /** The badge as an SVG document. */
  public static String draw(Badge badge, BadgeStyle style, BadgeTheme theme) {
    String label = style.capitals() ? badge.label().toUpperCase(Locale.ROOT) : badge.label();
    String message = style.capitals() ? badge.message().toUpperCase(Locale.ROOT) : badge.message();
    int padding = style.capitals() ? 2 * PADDING : PADDING;
    int left = width(label, style);
    int right = width(message, style);
    int split = left + 2 * padding;
    int width = split + right + 2 * padding;
    int height = style.height();
    BadgeTheme colours = style == BadgeStyle.SOCIAL ? BadgeTheme.LIGHT : theme;
    return """
        <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="%2$d" viewBox="0 0 %1$d %2$d" \
        role="img" aria-label="%3$s: %4$s"><title>%3$s: %4$s</title>\
        <linearGradient id="s" x2="0" y2="100%%"><stop offset="0" stop-color="#fff" stop-opacity="%5$s"/>\
        <stop offset="1" stop-color="#000" stop-opacity="%5$s"/></linearGradient>\
        <clipPath id="r"><rect width="%1$d" height="%2$d" rx="%6$d"/></clipPath>\
        <g clip-path="url(#r)"><rect width="%7$d" height="%2$d" fill="%8$s"/>\
        <rect x="%7$d" width="%9$d" height="%2$d" fill="%10$s"/>\
        <rect width="%1$d" height="%2$d" fill="url(#s)"/></g>\
        <rect x=".5" y=".5" width="%11$d" height="%12$d" rx="%6$d" fill="none" stroke="%13$s"/>\
        <g text-anchor="middle" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="%14$d" \
        text-rendering="geometricPrecision"%15$s>%16$s%17$s</g></svg>
        """
        .formatted(
            width,
            height,
            escape(badge.label()),
            escape(badge.message()),
            style.shine(),
            style.radius(),
            split,
            colours.background(),
            width - split,
            badge.colour(),
            width - 1,
            height - 1,
            colours.border(),
            style.fontSize(),
            style.capitals() ? " font-weight=\"bold\"" : "",
            text(label, split / 2.0, left, style, colours.text()),
            text(message, split + (width - split) / 2.0, right, style, "#fff"));
  }

  /** Renders a text with a fixed length, so that it fits in any font. */
  private static String text(
      String text, double middle, int length, BadgeStyle style, String colour) {
    double baseline = style.height() / 2.0 + style.fontSize() * 0.36;
    return String.format(
        Locale.ROOT,
        "<text x=\"%.1f\" y=\"%.1f\" textLength=\"%d\" lengthAdjust=\"spacingAndGlyphs\""
            + " fill=\"%s\">%s</text>",
        middle,
        baseline,
        Math.max(1, length),
        colour,
        escape(text));
  }

  private static int width(String text, BadgeStyle style) {
    double letters = text.codePoints().mapToDouble(BadgeSvg::width).sum() * style.fontSize();
    long count = text.codePoints().count();
    return (int) Math.ceil(style.capitals() ? letters * 1.1 + count * SPACING : letters);
  }

  /** The width of a letter in Verdana, as a fraction of the font size. */
  private static double width(int letter) {
    if (letter > 0x2E7F) {
      return WIDEST;
    }
    if ("ijlI.,:;'|!".indexOf(letter) >= 0) {
      return letter == 'I' || letter == '|' ? 0.45 : 0.34;
    }
    if ("frt ()[]/-\"".indexOf(letter) >= 0) {
      return 0.42;
    }
    if ("mwMW@%".indexOf(letter) >= 0) {
      return 0.93;
    }
    return Character.isUpperCase(letter) ? 0.70 : 0.61;
  }

  private static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            letter -> {
              switch (letter) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                default -> escaped.appendCodePoint(isAllowed(letter) ? letter : '�');
              }
            });
    return escaped.toString();
  }

  /** Whether XML 1.0 allows a character (section 2.2). */
  private static boolean isAllowed(int letter) {
    return letter == '\t'
        || letter == '\n'
        || letter == '\r'
        || (letter >= ' ' && letter <= 0xD7FF)
        || (letter >= 0xE000 && letter <= 0xFFFD)
        || letter >= 0x1_0000;
  }
}
