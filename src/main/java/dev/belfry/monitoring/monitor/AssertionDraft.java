package dev.belfry.monitoring.monitor;

import dev.belfry.api.contract.Field;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.contract.FieldWriter;
import java.util.List;

/** One entry of {@code request.assertions}. */
record AssertionDraft(
    Field<String> source,
    Field<String> comparison,
    Field<String> target,
    Field<String> property,
    Field<String> regex) {
  /** Reads the list of a request; {@code null} counts as an empty list. */
  static Field<List<AssertionDraft>> list(FieldReader request) {
    return request.list("assertions", AssertionDraft::read).whenNull(List.of());
  }

  private static AssertionDraft read(FieldReader assertion) {
    return new AssertionDraft(
        assertion.text("source"),
        assertion.text("comparison"),
        assertion.text("target"),
        assertion.text("property"),
        assertion.text("regex"));
  }

  /** Writes the list of a request. */
  static void write(Field<List<AssertionDraft>> assertions, FieldWriter request) {
    request.list("assertions", assertions, AssertionDraft::write);
  }

  private void write(FieldWriter object) {
    object
        .text("source", source)
        .text("comparison", comparison)
        .text("target", target)
        .text("property", property)
        .text("regex", regex);
  }
}
