package dev.belfry.api.http;

/** A client does not take what it asked for; its connection is cut. */
public final class ClientTooSlowException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Without a stack trace: nothing of ours went wrong. */
  public ClientTooSlowException() {
    super("the client does not read", null, false, false);
  }
}
