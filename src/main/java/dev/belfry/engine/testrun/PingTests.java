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
   *     503 when that instance has not made the test in time
   */
  Future<Optional<String>> test(UUID account, ObjectNode document);
}
