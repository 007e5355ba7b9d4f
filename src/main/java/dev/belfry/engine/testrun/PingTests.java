package dev.belfry.engine.testrun;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.UUID;

/** Tests ICMP monitors at instances that may send pings. */
@FunctionalInterface
public interface PingTests {
  /**
   * Makes a test at a living instance, for an instance that may not make it.
   *
   * @param document the settings of the monitor
   * @return the answer to the test, JSON text; empty when no living instance may ping. Fails with a
   *     429 when those instances had no room for the test in time
   */
  Future<Optional<String>> test(UUID account, ObjectNode document);
}
