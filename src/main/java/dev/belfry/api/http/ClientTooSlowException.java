package dev.belfry.api.http;

/** A client does not read its answer; its connection is closed. */
public final class ClientTooSlowException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Without a stack trace: the fault is the client's. */
  public ClientTooSlowException() {
    super("the client does not read", null, false, false);
  }
}
