package dev.belfry.platform.config;

/** Format of a log line. */
public enum LogFormat {
  /** One JSON object per line, for machines. */
  JSON,
  /** One readable line, for a person at a terminal. */
  TEXT
}
