package dev.belfry.engine.testsession;

/**
 * Passes the word that runs of test sessions may wait from whoever hears the database say so to the
 * job that claims them. Any thread may call.
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
