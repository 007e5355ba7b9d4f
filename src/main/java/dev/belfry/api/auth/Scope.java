package dev.belfry.api.auth;

import java.util.Locale;

/** What a key may do: {@code read} keys are refused on every operation that changes something. */
public enum Scope {
  READ,
  WRITE;

  /** Name in the key's claims and in the database. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The scope of a wire name; an unknown one is an {@link IllegalArgumentException}. */
  public static Scope ofWire(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
