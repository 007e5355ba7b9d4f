package dev.belfry.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A test that waits for the real clock most of its time. Two of these share the machine, since each
 * leaves it idle; beside tests that compute they would find it taken. What loads the machine
 * itself, or measures how long something takes, is a {@link RealClock}.
 */
@Documented
@Tag("clock-wait")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface ClockWait {
  /** What is waited for, and why time cannot be passed in. */
  String value();
}
