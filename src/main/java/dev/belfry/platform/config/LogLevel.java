package dev.belfry.platform.config;

/** The least severe log line that is written. */
public enum LogLevel {
  TRACE,
  DEBUG,
  INFO,
  WARN,
  ERROR
}
