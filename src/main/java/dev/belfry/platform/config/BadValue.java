package dev.belfry.platform.config;

import java.util.List;

/** A value that cannot be used; each reason says what would be right and never quotes a secret. */
final class BadValue extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> reasons;

  BadValue(String reason) {
    this(List.of(reason));
  }

  BadValue(List<String> reasons) {
    super(String.join("; ", reasons), null, false, false);
    this.reasons = List.copyOf(reasons);
  }

  List<String> reasons() {
    return reasons;
  }
}
