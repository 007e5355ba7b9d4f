package dev.belfry.statuspages.subscription;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Text messages of at most two segments in the GSM alphabet (3GPP TS 23.038). One character outside
 * of it would make every segment less than half as long, so these are replaced.
 */
final class SmsText {
  /** Characters of two concatenated segments. */
  static final int LONGEST = 2 * 153;

  /** The text beside links is worth nothing below this. */
  private static final int LEAST_TEXT = 60;

  private static final String BASIC =
      "@£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡"
          + "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";

  /** Each takes two places. */
  private static final String EXTENSION = "^{}\\[~]|€";

  private static final Map<Integer, String> SIMILAR =
      Map.ofEntries(
          Map.entry((int) '\u00a0', " "),
          Map.entry((int) '\t', " "),
          Map.entry((int) '\u2018', "'"),
          Map.entry((int) '\u2019', "'"),
          Map.entry((int) '\u201a', "'"),
          Map.entry((int) '\u201c', "\""),
          Map.entry((int) '\u201d', "\""),
          Map.entry((int) '\u201e', "\""),
          Map.entry((int) '\u00ab', "\""),
          Map.entry((int) '\u00bb', "\""),
          Map.entry((int) '\u2013', "-"),
          Map.entry((int) '\u2014', "-"),
          Map.entry((int) '\u2022', "*"),
          Map.entry((int) '`', "'"),
          Map.entry((int) '\u2026', "..."));

  private SmsText() {}

  /**
   * A text with lines of links below it. The text is cut to what the links leave of two segments;
   * where they leave too little, the first of several links is left out.
   */
  static String of(String text, List<String> links) {
    List<String> kept = new ArrayList<>(links);
    while (kept.size() > 1 && LONGEST - lines(kept) < LEAST_TEXT) {
      kept.remove(0);
    }
    StringBuilder message = new StringBuilder(cut(gsm(text), Math.max(0, LONGEST - lines(kept))));
    kept.forEach(link -> message.append('\n').append(link));
    return message.toString();
  }

  private static int lines(List<String> links) {
    return links.stream().mapToInt(link -> 1 + length(link)).sum();
  }

  /** The places that a text of the alphabet takes. */
  static int length(String text) {
    return text.chars().map(one -> EXTENSION.indexOf(one) < 0 ? 1 : 2).sum();
  }

  private static String cut(String text, int longest) {
    if (length(text) <= longest) {
      return text;
    }
    int end = text.length();
    while (end > 0 && length(text.substring(0, end)) > longest - 3) {
      end--;
    }
    return text.substring(0, end).stripTrailing() + "...";
  }

  /** The text in the alphabet: accents fall where it has none, anything else is a question mark. */
  static String gsm(String text) {
    StringBuilder out = new StringBuilder(text.length());
    Normalizer.normalize(text.replace("\r\n", "\n"), Normalizer.Form.NFC)
        .codePoints()
        .forEach(point -> append(out, point));
    return out.toString();
  }

  private static void append(StringBuilder out, int point) {
    String similar = SIMILAR.get(point);
    if (knows(point)) {
      out.appendCodePoint(point);
    } else if (similar != null) {
      out.append(similar);
    } else {
      String base = Normalizer.normalize(Character.toString(point), Normalizer.Form.NFD);
      int first = base.codePointAt(0);
      if (Character.getType(point) != Character.NON_SPACING_MARK) {
        out.appendCodePoint(knows(first) ? first : '?');
      }
    }
  }

  private static boolean knows(int point) {
    return BASIC.indexOf(point) >= 0 || EXTENSION.indexOf(point) >= 0;
  }
}
