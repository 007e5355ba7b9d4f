package dev.belfry.platform.config;

import static java.util.Objects.requireNonNull;

/**
 * A text whose {@code toString} is masked, so that no log, error message or answer shows it by
 * accident.
 *
 * @param value the secret itself, possibly empty
 */
public record Secret(String value) {
  public Secret {
    requireNonNull(value);
  }

  /** Always the same mask, whatever the value and its length. */
  @Override
  public String toString() {
    return "****";
  }
}
