package dev.belfry.projects.deploy;

/** Status of a deployment (wire contract 3.4). */
public enum DeploymentStatus {
  RUNNING,
  SUCCEEDED,
  FAILED,
  CANCELLED;

  /** Whether nothing will change any more. */
  public boolean isOver() {
    return this != RUNNING;
  }
}
