package dev.belfry.engine.run;

import dev.belfry.platform.cluster.Timers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Supplier;

/** Virtual time and what happens in it, in an order that a seed decides. */
final class SimulatedWorld {
  final SplittableRandom random;
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private long nanos = 1_000_000_000L;
  private long count;
  private long sequence;
  private long step;
  private long stepped = -1;

  private record Event(long at, long sequence, Machine process, int life, Runnable what)
      implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(at, other.at);
      return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
    }
  }

  SimulatedWorld(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Events that have happened. */
  long events() {
    return count;
  }

  long nanos() {
    return nanos;
  }

  /** Milliseconds since the beginning. */
  long millis() {
    return nanos / 1_000_000;
  }

  /** The database's clock, milliseconds since 1970. */
  long databaseMillis() {
    return 1_800_000_000_000L + millis() + step;
  }

  /** Sets the database's clock forward or back. */
  void stepClock(long millis) {
    step += millis;
    stepped = millis();
  }

  boolean isClockSteppedSince(long millis) {
    return stepped >= millis;
  }

  /** An id that nobody had before. */
  UUID name() {
    return new UUID(random.nextLong(), random.nextLong());
  }

  /** Lets time pass and everything happen that is due in it. */
  void run(long millis) {
    long end = nanos + millis * 1_000_000;
    while (!events.isEmpty() && events.peek().at() <= end) {
      Event event = events.poll();
      nanos = Math.max(nanos, event.at());
      Machine process = event.process();
      if (process.life != event.life()) {
        continue;
      }
      if (process.frozen) {
        process.deferred.add(event);
        continue;
      }
      count++;
      event.what().run();
    }
    nanos = end;
  }

  /** Something that is killed, frozen and thawed as a whole. */
  final class Machine implements Timers {
    private int life;
    private boolean frozen;
    private long troubled = -1;
    private final List<Event> deferred = new ArrayList<>();

    @Override
    public void after(long millis, Runnable what) {
      later(millis * 1_000_000 + random.nextInt(300_000), what);
    }

    @Override
    public long nanos() {
      return nanos;
    }

    private void later(long delay, Runnable what) {
      events.add(new Event(nanos + delay, sequence++, this, life, what));
    }

    /** Nothing that was under way goes on. */
    void kill() {
      life++;
      thaw();
      troubled = millis();
    }

    void freeze() {
      frozen = true;
    }

    void thaw() {
      frozen = false;
      troubled = millis();
      events.addAll(deferred);
      deferred.clear();
    }

    /** Whether it was killed or stood still at any time since. */
    boolean isTroubledSince(long millis) {
      return frozen || troubled >= millis;
    }

    boolean isFrozen() {
      return frozen;
    }

    /**
     * Asks something of somebody else, who does it whatever becomes of us meanwhile.
     *
     * @param there how long it takes to reach them, and as long back, microseconds
     */
    <T> Future<T> ask(long there, Machine them, Supplier<Future<T>> what) {
      Promise<T> answer = Promise.promise();
      int asker = life;
      them.later(
          there * 1_000,
          () ->
              what.get()
                  .onComplete(
                      outcome ->
                          events.add(
                              new Event(
                                  nanos + there * 1_000,
                                  sequence++,
                                  this,
                                  asker,
                                  () -> {
                                    if (outcome.succeeded()) {
                                      answer.complete(outcome.result());
                                    } else {
                                      answer.fail(outcome.cause());
                                    }
                                  }))));
      return answer.future();
    }
  }
}
