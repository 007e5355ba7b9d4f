package dev.belfry.platform.template;

/** A template that cannot be read, or that produces too much; without a stack trace. */
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
