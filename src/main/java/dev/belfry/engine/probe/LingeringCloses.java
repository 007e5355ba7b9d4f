package dev.belfry.engine.probe;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Lets the other end close a connection first, for a moment: who closes first keeps the port busy
 * for a minute, and we have fewer ports than probes. Belongs to one event loop.
 */
final class LingeringCloses {
  private static final long MOMENT_MILLIS = 100;

  private final EventLoop loop;
  private List<Channel> young = new ArrayList<>();
  private List<Channel> old = new ArrayList<>();
  private boolean scheduled;

  LingeringCloses(EventLoop loop) {
    this.loop = loop;
  }

  /** Closes a connection in one or two moments, unless the other end does. */
  void add(Channel channel) {
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

  /** Closes all. */
  void close() {
    old.forEach(LingeringCloses::end);
    young.forEach(LingeringCloses::end);
    old.clear();
    young.clear();
  }

  /** Closes without waiting for the other end to take what TLS has left to say. */
  static void end(Channel channel) {
    channel.unsafe().close(channel.voidPromise());
  }
}
