package dev.belfry.fuzz;

/** Keys a request may bring. */
enum FuzzKey {
  WRITE,
  READ,
  REVOKED,
  EXPIRED,
  TAMPERED,
  UNSIGNED,
  NOT_A_KEY,
  NONE;

  /** Whether it never opens anything. */
  boolean isDead() {
    return this != WRITE && this != READ;
  }
}
