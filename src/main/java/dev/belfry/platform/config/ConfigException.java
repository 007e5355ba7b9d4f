package dev.belfry.platform.config;

import java.util.List;

/** A configuration that is wrong. It carries every problem at once and no stack trace. */
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  /** One line per problem; {@code problems} is not empty. */
  public ConfigException(List<String> problems) {
    super(
        "The configuration cannot be used:\n  - " + String.join("\n  - ", problems),
        null,
        false,
        false);
    this.problems = List.copyOf(problems);
  }

  /**
   * Each names the environment variable or the YAML key, the value unless it is a secret, and what
   * would be right.
   */
  public List<String> problems() {
    return problems;
  }
}
