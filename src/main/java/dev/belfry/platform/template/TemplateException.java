package dev.belfry.platform.template;

/** A template that cannot be parsed, or whose output exceeds its bounds. It has no stack trace. */
public final class TemplateException extends Exception {
  private static final long serialVersionUID = 1L;

  TemplateException(String sentence) {
    super(sentence, null, false, false);
  }

  /** What a person reads, without a full stop; starts in lower case. */
  public String sentence() {
    return String.valueOf(getMessage());
  }
}
