package dev.belfry.monitoring.variable;

import dev.belfry.api.contract.Field;

/** A body that creates or updates a variable. Each member is absent or a value. */
record VariableDraft(
    Field<String> key, Field<String> value, Field<Boolean> locked, Field<Boolean> secret) {
  /** Without the value, which may be secret. */
  @Override
  public String toString() {
    return "VariableDraft[key=" + key + "]";
  }
}
