package dev.belfry.engine.run;

import dev.belfry.platform.cluster.Membership;
import java.util.HashSet;
import java.util.Set;

/** An instance whose place in the cluster a test decides. */
final class FakeMembership implements Membership {
  final Set<String> covered = new HashSet<>(Set.of("here", "there"));
  int fenced;
  private final long id;

  FakeMembership(long id) {
    this.id = id;
  }

  @Override
  public long id() {
    return id;
  }

  @Override
  public boolean isCovered(String location) {
    return covered.contains(location);
  }

  @Override
  public void onFenced() {
    fenced++;
  }
}
