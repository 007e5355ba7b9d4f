package dev.belfry.api.auth;

import java.util.Locale;

/**
 * What a person may do in an account; each role includes those before it. The contract names the
 * least role of an operation ({@code x-role}).
 */
public enum Role {
  /** Sees all but keys and the audit log, and changes nothing. */
  VIEWER("READ_ONLY", Scope.READ),
  /** Handles alerts and incidents, and has checks run. */
  RESPONDER("READ_RUN", Scope.READ),
  /** Changes what is monitored and how it is told. */
  EDITOR("READ_WRITE", Scope.WRITE),
  /** Manages members and keys, and reads the audit log. */
  ADMIN("ADMIN", Scope.ADMIN),
  /** Makes other owners; an account that has one keeps one. */
  OWNER("OWNER", Scope.ADMIN);

  private final String wire;
  private final Scope scope;

  Role(String wire, Scope scope) {
    this.wire = wire;
    this.scope = scope;
  }

  /** The word of the API, which command lines know. */
  public String wire() {
    return wire;
  }

  /** What a program from before roles lets a session of this role do at most. */
  public Scope scope() {
    return scope;
  }

  /** Whether this role may do what {@code least} may. */
  public boolean includes(Role least) {
    return compareTo(least) >= 0;
  }

  /** The role of a word of the API; any other is an {@link IllegalArgumentException}. */
  public static Role ofWire(String wire) {
    for (Role role : values()) {
      if (role.wire.equals(wire)) {
        return role;
      }
    }
    throw new IllegalArgumentException(wire);
  }

  /** The role that the contract names, in lower case; any other is an exception as above. */
  public static Role ofContract(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
