package dev.belfry.monitoring.check;

import dev.belfry.api.contract.Field;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.contract.FieldWriter;
import java.util.List;

/** One entry of {@code environmentVariables} of a group or a check. */
public record EnvironmentVariableDraft(
    Field<String> key, Field<String> value, Field<Boolean> locked, Field<Boolean> secret) {
  /** The member that holds the list. */
  public static final String MEMBER = "environmentVariables";

  /** Reads the list of a body or of stored settings. */
  public static Field<List<EnvironmentVariableDraft>> list(FieldReader owner) {
    return owner.list(MEMBER, EnvironmentVariableDraft::read);
  }

  private static EnvironmentVariableDraft read(FieldReader variable) {
    EnvironmentVariableDraft read =
        new EnvironmentVariableDraft(
            variable.text("key"),
            variable.text("value"),
            variable.flag("locked"),
            variable.flag("secret"));
    return read.isSecret() ? read.withValue(SecretText.unmasked(read.value())) : read;
  }

  /** Writes the list. */
  public static void write(Field<List<EnvironmentVariableDraft>> variables, FieldWriter owner) {
    owner.list(MEMBER, variables, EnvironmentVariableDraft::write);
  }

  private void write(FieldWriter object) {
    object.text("key", key).text("value", value).flag("locked", locked).flag("secret", secret);
  }

  /** Whether no answer may show its value. */
  public boolean isSecret() {
    return Boolean.TRUE.equals(secret.value());
  }

  /** The same variable with another value. */
  public EnvironmentVariableDraft withValue(Field<String> other) {
    return new EnvironmentVariableDraft(key, other, locked, secret);
  }

  /** Without the value, which may be secret. */
  @Override
  public String toString() {
    return "EnvironmentVariableDraft[key=" + key + "]";
  }
}
