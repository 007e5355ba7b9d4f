package dev.belfry.fuzz;

/** Keys a request may bring. */
enum FuzzKey {
  WRITE,
  READ,
  /** The session of a person, for the operations that are about the caller. */
  PERSON,
  /** The session of an owner, for what no other role may do. */
  OWNER,
  REVOKED,
  EXPIRED,
  TAMPERED,
  UNSIGNED,
  NOT_A_KEY,
  NONE;

  /** Whether it never opens anything. */
  boolean isDead() {
    return this != WRITE && this != READ && this != PERSON && this != OWNER;
  }
}
