package dev.belfry.monitoring.heartbeat;

/** What a ping says. */
public enum Ping {
  /** The job has ended well. */
  SUCCESS,
  /** The job has failed. */
  FAIL,
  /** The job begins. */
  START
}
