package dev.belfry.api.auth;

import java.util.Collection;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The members of accounts that require a second factor who have none, as last read from the
 * database. Safe for use by every thread.
 */
public final class RestrictedMembers {
  private volatile Set<Membership> restricted = ConcurrentHashMap.newKeySet();

  /** A person in an account. */
  record Membership(UUID account, UUID person) {}

  /** Whether a caller must set up a second factor before anything else. */
  boolean contains(Caller caller) {
    SignedInPerson person = caller.person();
    return person != null
        && !person.byProvider()
        && restricted.contains(new Membership(caller.accountId(), person.id()));
  }

  /** Forgets the restrictions of a person who has a second factor now, before the next reading. */
  public void release(UUID person) {
    restricted.removeIf(one -> one.person().equals(person));
  }

  /** Takes over what has changed for one member. */
  void set(Membership member, boolean isRestricted) {
    if (isRestricted) {
      restricted.add(member);
    } else {
      restricted.remove(member);
    }
  }

  /** Replaces the known members by those that the database has now. */
  void replace(Collection<Membership> members) {
    Set<Membership> now = ConcurrentHashMap.newKeySet(members.size());
    now.addAll(members);
    restricted = now;
  }
}
