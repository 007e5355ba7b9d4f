package dev.belfry.db;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.UUIDClock;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.UUID;

/** Makes the ids of GUID resources: UUID version 7 (RFC 9562), so that they sort by age. */
public final class Ids {
  private final TimeBasedEpochGenerator generator;

  public Ids(InstantSource clock) {
    generator =
        Generators.timeBasedEpochGenerator(
            new SecureRandom(),
            new UUIDClock() {
              @Override
              public long currentTimeMillis() {
                return clock.millis();
              }
            });
  }

  /** A new id, greater than every one made before it by this object. */
  public UUID next() {
    return generator.generate();
  }
}
