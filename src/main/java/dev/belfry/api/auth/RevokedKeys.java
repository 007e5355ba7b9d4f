package dev.belfry.api.auth;

import java.util.Collection;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** The keys that no longer work, as last read from the database. Safe for use by every thread. */
public final class RevokedKeys {
  private volatile Set<UUID> ids = ConcurrentHashMap.newKeySet();

  /** Whether a key has been revoked. */
  public boolean contains(UUID keyId) {
    return ids.contains(keyId);
  }

  /** Adds keys that have been revoked since. */
  void add(Collection<UUID> revoked) {
    ids.addAll(revoked);
  }

  /** Replaces the known keys by those that the database has now. */
  void replace(Collection<UUID> revoked) {
    Set<UUID> now = ConcurrentHashMap.newKeySet(revoked.size());
    now.addAll(revoked);
    ids = now;
  }
}
