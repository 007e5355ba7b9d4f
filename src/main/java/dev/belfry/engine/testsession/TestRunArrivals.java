package dev.belfry.engine.testsession;

/**
 * Tells the job that claims runs of test sessions that the database has announced some. Any thread
 * may call.
 */
public final class TestRunArrivals {
  private volatile Runnable listener = () -> {};

  /** Calls a listener from now on, on the thread that announces. */
  void onAnnounced(Runnable told) {
    listener = told;
  }

  /** Says that runs may have arrived. */
  public void announce() {
    listener.run();
  }
}
