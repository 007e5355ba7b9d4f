package dev.belfry.platform.seal;

/** A sealed value that no key at hand opens at its place. The message never holds the value. */
public final class UnsealException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UnsealException(String message) {
    super(message);
  }
}
