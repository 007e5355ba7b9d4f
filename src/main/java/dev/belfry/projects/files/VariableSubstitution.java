package dev.belfry.projects.files;

import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Replaces {@code ${NAME}} by the value of an environment variable, so that files need no secrets;
 * {@code $${NAME}} stands for the text {@code ${NAME}}.
 */
final class VariableSubstitution {
  private static final Pattern VARIABLE = Pattern.compile("\\$?\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");

  /** The service's own, its passwords among them, have no business in what is sent elsewhere. */
  private static final String OWN = "BELFRY_";

  private final @Nullable Map<String, String> environment;

  /**
   * @param environment null leaves every text as it is
   */
  VariableSubstitution(@Nullable Map<String, String> environment) {
    this.environment = environment;
  }

  /** Whether anything is to be replaced in a text. */
  boolean concern(String text) {
    return environment != null && VARIABLE.matcher(text).find();
  }

  /** A text that {@link #replace} turns into this one. */
  static String escape(String text) {
    return VARIABLE
        .matcher(text)
        .replaceAll(found -> "\\$" + Matcher.quoteReplacement(found.group()));
  }

  /** The text with its variables replaced; those that are missing stay and are told. */
  String replace(String text, Consumer<String> problems) {
    return VARIABLE
        .matcher(text)
        .replaceAll(
            found -> Matcher.quoteReplacement(value(found.group(), found.group(1), problems)));
  }

  private String value(String found, String name, Consumer<String> problems) {
    if (found.startsWith("$$")) {
      return found.substring(1);
    }
    if (name.startsWith(OWN)) {
      problems.accept("must not use ${" + name + "}: variables of the service stay in the service");
      return found;
    }
    String value = environment == null ? null : environment.get(name);
    if (value == null) {
      problems.accept(
          "needs the environment variable "
              + name
              + ", which is not set; the text itself is"
              + " written $${"
              + name
              + "}");
      return found;
    }
    return value;
  }
}
