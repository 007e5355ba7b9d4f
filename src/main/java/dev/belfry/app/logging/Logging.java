package dev.belfry.app.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.LogFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applies the configuration to the log, and flushes the log at the end. */
public final class Logging {
  private Logging() {}

  public static void apply(Config.Log config) {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      if (config.format() == LogFormat.TEXT) {
        LogSetup.text(context);
      }
      context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.valueOf(config.level().name()));
    }
  }

  /**
   * Writes what has been logged and is not written yet, for some seconds at most. To be called last
   * of all: nothing is logged any more.
   */
  public static void end() {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      context.stop();
    }
  }
}
