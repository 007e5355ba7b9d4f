package dev.belfry.api.http;

/** Whether the process has been asked to stop. Shared by all threads. */
public final class Drain {
  private volatile boolean started;

  /** From now on the service is not ready, and answers ask clients to close their connection. */
  public void start() {
    started = true;
  }

  public boolean started() {
    return started;
  }
}
