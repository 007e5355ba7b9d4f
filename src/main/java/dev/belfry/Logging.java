package dev.belfry;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import dev.belfry.config.Config;
import dev.belfry.config.LogFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applies the configuration to the log. */
final class Logging {
  private Logging() {}

  static void apply(Config.Log config) {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      if (config.format() == LogFormat.TEXT) {
        LogSetup.text(context);
      }
      context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.valueOf(config.level().name()));
    }
  }
}
