package dev.belfry.platform.config;

/** Least severe level that the log shows. */
public enum LogLevel {
  TRACE,
  DEBUG,
  INFO,
  WARN,
  ERROR
}
