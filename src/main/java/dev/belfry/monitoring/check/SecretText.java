package dev.belfry.monitoring.check;

import dev.belfry.api.contract.Field;
import dev.belfry.platform.error.Violation;
import java.util.List;

/**
 * The text that stands for a secret which no answer shows. A client that sends it back means the
 * stored value.
 */
public final class SecretText {
  /** The text itself. */
  public static final String TEXT = "****";

  private SecretText() {}

  /** The member without a mask: {@code null} in its place, which means unchanged. */
  public static Field<String> unmasked(Field<String> secret) {
    return TEXT.equals(secret.value()) ? Field.of(null) : secret;
  }

  /**
   * What is wrong with a secret of a new resource.
   *
   * @param path of the member, a JSON pointer
   */
  public static List<Violation> ofNew(String path, Field<String> secret) {
    return TEXT.equals(secret.value())
        ? List.of(new Violation(path, "must have the value itself, not " + TEXT + " in its place"))
        : List.of();
  }
}
