package dev.belfry.api.http;

/** Whether the process has been asked to stop. Shared by all threads. */
public final class Drain {
  private volatile boolean started;

  /** Makes the service not ready; answers ask clients to close their connections from now on. */
  public void start() {
    started = true;
  }

  public boolean started() {
    return started;
  }
}
