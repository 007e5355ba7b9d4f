package dev.belfry.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A test whose result depends on the real clock. The build runs such tests one after the other, so
 * that no neighbour takes the processor from them; all others run two at a time. One that only
 * waits is a {@link ClockWait}.
 */
@Documented
@Tag("real-clock")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface RealClock {
  /** What the clock decides, and why it cannot be passed in. */
  String value();
}
