package dev.belfry.api.auth;

import java.util.Collection;
import java.util.Set;
import java.util.UUID;

/** The keys that no longer work, as last read from the database. Safe for use by every thread. */
public final class RevokedKeys {
  private volatile Set<UUID> ids = Set.of();

  /** Whether a key has been revoked. */
  public boolean contains(UUID keyId) {
    return ids.contains(keyId);
  }

  /** Replaces the known keys by those that the database has now. */
  public void replace(Collection<UUID> revoked) {
    if (revoked.size() != ids.size() || !ids.containsAll(revoked)) {
      ids = Set.copyOf(revoked);
    }
  }
}
