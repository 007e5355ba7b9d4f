package dev.belfry.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A program that has ended.
 *
 * @param output both streams, without the terminal's control sequences
 */
record CommandResult(String command, int code, String output) {

  /** It has done what it was asked for. */
  CommandResult well() {
    return with(0);
  }

  /** It has ended with this code. */
  CommandResult with(int expected) {
    assertThat(code).as("%s: %s", command, output).isEqualTo(expected);
    return this;
  }

  /** It says all of this, however the lines are broken. */
  CommandResult says(String... texts) {
    String words = output.replaceAll("\\s+", " ");
    for (String text : texts) {
      assertThat(words).as(command).contains(text);
    }
    return this;
  }

  /** It says none of this. */
  CommandResult saysNothingOf(String... texts) {
    assertThat(output).as(command).doesNotContain(texts);
    return this;
  }

  /** What it says as JSON. */
  JsonNode json() {
    try {
      return new ObjectMapper().readTree(output);
    } catch (IOException e) {
      throw new UncheckedIOException(command + ": " + output, e);
    }
  }
}
