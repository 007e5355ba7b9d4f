package dev.belfry.monitoring.variable;

import dev.belfry.api.http.JsonText;

/** A variable as an answer shows it (wire contract 2.4), never with the value of a secret. */
final class VariableView {
  private VariableView() {}

  static String of(VariableRow row) {
    return JsonText.object()
        .string("key", row.key())
        .string("value", row.secret() ? null : row.value())
        .flag("locked", row.locked())
        .flag("secret", row.secret())
        .end();
  }
}
