package dev.belfry.fleet;

import dev.belfry.platform.config.DatabaseAddress;
import java.util.Map;

/** Where the instances of a fleet keep their data. */
interface FleetDatabase extends AutoCloseable {
  /** Where the data is, for who looks at it from outside. */
  DatabaseAddress address();

  /**
   * What an instance is told of the database and of how it waits for it.
   *
   * @param number of the instance, from 1
   */
  Map<String, String> environment(int number);

  @Override
  void close();
}
