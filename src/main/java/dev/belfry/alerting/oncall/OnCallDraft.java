package dev.belfry.alerting.oncall;

import static java.util.Objects.requireNonNull;

import dev.belfry.api.contract.Field;

/**
 * A body that creates or updates a schedule. Each member is absent, {@code null} or a value; the
 * body was read by its schema before.
 *
 * @param url of the calendar, a secret
 * @param timeZone of times that name none
 */
record OnCallDraft(Field<String> name, Field<String> url, Field<String> timeZone) {

  /** The name of a complete draft. */
  String requiredName() {
    return requireNonNull(name.value());
  }

  /** The address of a complete draft. */
  String requiredUrl() {
    return requireNonNull(url.value());
  }

  /** Without the address, which is a secret. */
  @Override
  public String toString() {
    return "OnCallDraft[name=" + name + "]";
  }
}
