package dev.belfry.platform.config;

/** How a log line is written. */
public enum LogFormat {
  /** One JSON object per line, for machines. */
  JSON,
  /** One readable line, for a person at a terminal. */
  TEXT
}
