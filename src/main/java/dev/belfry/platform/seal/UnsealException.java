package dev.belfry.platform.seal;

/** No available key opens a sealed value in its context. The message never holds the value. */
public final class UnsealException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UnsealException(String message) {
    super(message);
  }
}
