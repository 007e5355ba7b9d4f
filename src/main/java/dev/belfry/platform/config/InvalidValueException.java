package dev.belfry.platform.config;

import java.util.List;

/**
 * A value that cannot be used. Each reason says which values are right and never quotes a secret.
 */
final class InvalidValueException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> reasons;

  InvalidValueException(String reason) {
    this(List.of(reason));
  }

  InvalidValueException(List<String> reasons) {
    super(String.join("; ", reasons), null, false, false);
    this.reasons = List.copyOf(reasons);
  }

  List<String> reasons() {
    return reasons;
  }
}
