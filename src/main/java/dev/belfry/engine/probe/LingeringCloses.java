package dev.belfry.engine.probe;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Gives the target {@value #MOMENT_MILLIS} ms to close a connection first. The side that closes
 * first keeps its port busy for a minute, and an instance has fewer ports than probes. Confined to
 * one event loop.
 */
public final class LingeringCloses {
  private static final long MOMENT_MILLIS = 100;

  private final EventLoop loop;
  private List<Channel> young = new ArrayList<>();
  private List<Channel> old = new ArrayList<>();
  private boolean scheduled;

  LingeringCloses(EventLoop loop) {
    this.loop = loop;
  }

  /** Closes a connection in 100 to 200 ms, unless the target does. */
  public void add(Channel channel) {
    young.add(channel);
    schedule();
  }

  private void schedule() {
    if (!scheduled) {
      scheduled = true;
      var unused = loop.schedule(this::sweep, MOMENT_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private void sweep() {
    scheduled = false;
    List<Channel> swept = old;
    old = young;
    young = swept;
    swept.forEach(LingeringCloses::end);
    swept.clear();
    if (!old.isEmpty()) {
      schedule();
    }
  }

  /** Closes all connections now. */
  void close() {
    old.forEach(LingeringCloses::end);
    young.forEach(LingeringCloses::end);
    old.clear();
    young.clear();
  }

  /** Closes a connection without waiting for the target to read the last TLS message. */
  public static void end(Channel channel) {
    channel.unsafe().close(channel.voidPromise());
  }
}
