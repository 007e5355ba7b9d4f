package dev.belfry.api.contract;

/** Tells the usual http or https address without building one. */
public final class PlainAddress {
  /** Characters of a label and of a whole host name (RFC 1035, section 2.3.4). */
  private static final int LONGEST_LABEL = 63;

  private static final int LONGEST_NAME = 253;

  private PlainAddress() {}

  /**
   * Whether a text is an http or https address of a host name in lower case, without a port, whose
   * path and query have no escapes. False says nothing: the text may be an address of another kind.
   */
  public static boolean matches(String text) {
    int host = text.startsWith("https://") ? 8 : text.startsWith("http://") ? 7 : 0;
    if (host == 0) {
      return false;
    }
    boolean wasLabel = false;
    int lastLabel = host;
    int i = host;
    for (; i < text.length() && text.charAt(i) != '/'; i++) {
      char c = text.charAt(i);
      boolean isLabel = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
      if (!isLabel && (!wasLabel || (c != '.' && c != '-'))) {
        return false;
      }
      if (i - lastLabel >= LONGEST_LABEL && c != '.') {
        return false;
      }
      wasLabel = isLabel;
      lastLabel = c == '.' ? i + 1 : lastLabel;
    }
    // The last label of a name begins with a letter; what has a digit there may be a number.
    return wasLabel
        && i - host <= LONGEST_NAME
        && text.charAt(lastLabel) >= 'a'
        && isPlainPath(text, i);
  }

  private static boolean isPlainPath(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean isUnreserved =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || "-._~/?=&".indexOf(c) >= 0;
      if (!isUnreserved) {
        return false;
      }
    }
    return true;
  }
}
