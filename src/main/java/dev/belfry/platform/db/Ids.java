package dev.belfry.platform.db;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.UUIDClock;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Generates UUIDs of version 7 (RFC 9562), which sort by age. The order holds among the ids of one
 * object, so a process uses one. Safe for every thread.
 */
public final class Ids {
  private final TimeBasedEpochGenerator generator;

  public Ids(InstantSource clock) {
    generator = Generators.timeBasedEpochGenerator(new SecureRandom(), new NeverBack(clock));
  }

  /** A new id, greater than every one made before it by this object. */
  public UUID next() {
    return generator.generate();
  }

  /**
   * The generator sorts ids of one millisecond itself; a clock that is set back it would follow.
   */
  private static final class NeverBack extends UUIDClock {
    private final InstantSource clock;
    private final AtomicLong last = new AtomicLong();

    NeverBack(InstantSource clock) {
      this.clock = clock;
    }

    @Override
    public long currentTimeMillis() {
      return last.accumulateAndGet(clock.millis(), Math::max);
    }
  }
}
