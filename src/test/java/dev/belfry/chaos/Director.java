package dev.belfry.chaos;

import dev.belfry.chaos.InjectedFault.Kind;
import dev.belfry.chaos.Member.State;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;

/**
 * Does to the instances what the seed says, in its order, and brings them back; at least one is
 * always well. Confined to one thread; times are nanoseconds of the process's own counter.
 */
final class Director {
  private final List<Member> members;
  private final ChaosMonitors monitors;
  private final Takeovers takeovers;
  private final Executor elsewhere;
  private final SplittableRandom random;
  private final boolean killsOnly;
  private final long[] backAt;
  private final Map<Kind, Integer> done = new EnumMap<>(Kind.class);
  private InjectedFault next;
  private long nextAt;
  private boolean healing;

  /**
   * @param elsewhere does what takes its time
   * @param killsOnly whether nothing happens but SIGKILL
   */
  Director(
      List<Member> members,
      ChaosMonitors monitors,
      Takeovers takeovers,
      Executor elsewhere,
      long seed,
      boolean killsOnly) {
    this.members = members;
    this.monitors = monitors;
    this.takeovers = takeovers;
    this.elsewhere = elsewhere;
    this.killsOnly = killsOnly;
    random = new SplittableRandom(seed);
    backAt = new long[members.size()];
    next = InjectedFault.draw(random, members.size(), killsOnly);
  }

  /** From now on everything is brought back and left alone. */
  void heal() {
    healing = true;
  }

  /** Whether every instance is well. */
  boolean isWell() {
    return members.stream().allMatch(one -> one.state() == State.WELL);
  }

  /** What was done so far, by kind. */
  Map<Kind, Integer> done() {
    return done;
  }

  /** Does what is due. */
  void tick(long now) {
    for (int i = 0; i < members.size(); i++) {
      tend(members.get(i), now - backAt[i] >= 0 || healing);
    }
    if (nextAt == 0) {
      nextAt = now + next.pauseMillis() * 1_000_000L;
    }
    if (!healing && now - nextAt >= 0 && isPossible(next)) {
      strike(next, now);
      done.merge(next.kind(), 1, Integer::sum);
      next = InjectedFault.draw(random, members.size(), killsOnly);
      nextAt = now + next.pauseMillis() * 1_000_000L;
    }
  }

  private void tend(Member member, boolean back) {
    State before = member.state();
    member.look();
    if (before == State.STARTING && member.state() == State.WELL) {
      takeovers.well(member.port());
    } else if (before == State.STOPPED && back) {
      takeovers.well(member.port());
      member.goOn();
    } else if (member.state() == State.AWAY && back) {
      member.start();
    }
  }

  private boolean isPossible(InjectedFault fault) {
    long well = members.stream().filter(one -> one.state() == State.WELL).count();
    if (fault.kind() == Kind.CHANGE) {
      return well > 0;
    }
    return well > 1 && members.get(fault.victim()).state() == State.WELL;
  }

  private void strike(InjectedFault fault, long now) {
    elsewhere.execute(() -> monitors.acknowledge(fault.seed()));
    if (fault.kind() == Kind.CHANGE) {
      elsewhere.execute(() -> monitors.change(fault.seed()));
      return;
    }
    Member victim = members.get(fault.victim());
    takeovers.unwell(victim.port(), now);
    backAt[fault.victim()] = now + fault.millis() * 1_000_000L;
    switch (fault.kind()) {
      case KILL -> victim.kill();
      case STOP -> victim.stop();
      default -> victim.leave();
    }
  }
}
