package dev.belfry.platform.cluster;

/** What the parts of an instance need to know of its place in the cluster. */
public interface Membership {
  /** The instance's id and fencing number; negative while it is not a member. */
  long id();

  /** Whether a living instance probes from the location. */
  boolean isCovered(String location);

  /** Takes the news that the database refused a write because the instance is fenced. */
  void onFenced();
}
