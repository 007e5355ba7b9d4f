package dev.belfry.api.auth;

import org.jspecify.annotations.Nullable;

/** What a key may do; each scope includes those before it. */
public enum Scope {
  /** Refused on every operation that changes something. */
  READ,
  /** Refused where keys are made, and where others are revoked. */
  WRITE,
  ADMIN;

  /**
   * Name in the key's claims and in the database, where {@link #administers} tells the last two
   * apart: programs from before the last scope know no other names.
   */
  public String wire() {
    return this == READ ? "read" : "write";
  }

  /** Whether the key may make keys and revoke others. */
  public boolean administers() {
    return this == ADMIN;
  }

  /**
   * The scope of a wire name; an unknown one is an {@link IllegalArgumentException}.
   *
   * @param administers null for a key from before {@link #ADMIN}, when all that write did
   */
  public static Scope ofWire(String wire, @Nullable Boolean administers) {
    return switch (wire) {
      case "read" -> READ;
      case "write" -> administers == null || administers ? ADMIN : WRITE;
      default -> throw new IllegalArgumentException(wire);
    };
  }
}
