package dev.belfry.fuzz;

/** Keys a request may bring. */
enum FuzzKey {
  WRITE,
  READ,
  /** The session of a person, for the operations that are about the caller. */
  PERSON,
  REVOKED,
  EXPIRED,
  TAMPERED,
  UNSIGNED,
  NOT_A_KEY,
  NONE;

  /** Whether it never opens anything. */
  boolean isDead() {
    return this != WRITE && this != READ && this != PERSON;
  }
}
