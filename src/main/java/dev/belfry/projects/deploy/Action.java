package dev.belfry.projects.deploy;

/** What a deploy does with a resource (wire contract 3.4). */
enum Action {
  CREATE,
  UPDATE,
  DELETE,
  /** The project forgets it, the service keeps it. */
  DETACHED
}
