package dev.belfry.alerting.oncall;

import static java.util.Objects.requireNonNull;

import dev.belfry.api.contract.Field;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A body that creates or updates a schedule. Each member is absent, {@code null} or a value; the
 * body was read by its schema before.
 *
 * @param url of the calendar, a secret
 * @param rotation in the place of a calendar
 * @param timeZone of handoffs, or of a calendar's times that name none
 */
record OnCallDraft(
    Field<String> name, Field<String> url, Field<RotationDraft> rotation, Field<String> timeZone) {

  /** The name of a complete draft. */
  String requiredName() {
    return requireNonNull(name.value());
  }

  /** Whether it names both sources. */
  boolean hasBoth() {
    return url.value() != null && rotation.value() != null;
  }

  /** Whether it names no source. */
  boolean hasNeither() {
    return url.value() == null && rotation.value() == null;
  }

  /** What is wrong with two sources, or none. */
  static List<Violation> oneSource(String what) {
    return List.of(
        new Violation("/url", what + "; a schedule has either this or a rotation"),
        new Violation("/rotation", what + "; a schedule has either this or a url"));
  }

  /**
   * Requires that a schedule keeps a source. Throws a 400 when it takes the only one away.
   *
   * @param storedUrl null for a schedule with a rotation
   */
  void requireSource(@Nullable String storedUrl) {
    if (hasNeither() && (storedUrl == null ? rotation : url).isNull()) {
      throw ApiException.invalid(oneSource("is required"));
    }
  }

  /** Without the address, which is a secret. */
  @Override
  public String toString() {
    return "OnCallDraft[name=" + name + "]";
  }
}
