package dev.belfry.app.cli;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.ConfigLoader;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;

/**
 * Environment and clock of the process, handed to every subcommand.
 *
 * @param environment environment variables by name
 * @param clock tells the time
 */
public record CommandContext(Map<String, String> environment, InstantSource clock) {

  /**
   * Reads the configuration from the working directory and the environment.
   *
   * @throws dev.belfry.platform.config.ConfigException with every problem, when it is wrong
   */
  Config config() {
    return ConfigLoader.load(environment, Path.of(""));
  }
}
