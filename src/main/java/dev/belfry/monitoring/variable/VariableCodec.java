package dev.belfry.monitoring.variable;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.DraftReader;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.http.JsonText;
import java.util.List;

/** The JSON members of a variable: of a body and of an answer. */
final class VariableCodec {
  /** The body of a new variable or of an update; the schema says all that it must keep. */
  static final DraftReader<VariableDraft> BODY =
      new DraftReader<>(VariableCodec::read, draft -> List.of());

  static final String KEY = "key";
  private static final String VALUE = "value";
  private static final String LOCKED = "locked";
  private static final String SECRET = "secret";

  private VariableCodec() {}

  private static VariableDraft read(ObjectNode body) {
    FieldReader variable = new FieldReader(body);
    return new VariableDraft(
        variable.text(KEY), variable.text(VALUE), variable.flag(LOCKED), variable.flag(SECRET));
  }

  /** The answer's JSON text (wire contract 2.4), never with the value of a secret variable. */
  static String answer(VariableRow row) {
    return JsonText.object()
        .string(KEY, row.key())
        .string(VALUE, row.secret() ? null : row.value())
        .flag(LOCKED, row.locked())
        .flag(SECRET, row.secret())
        .end();
  }
}
