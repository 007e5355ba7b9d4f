package dev.belfry.platform.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever somebody writes, the answer is a configuration or a list of problems. */
class ConfigGarbageTest {
  @Property
  void anyValueOfAnyVariableIsReadOrRefused(
      @ForAll ConfigKey key, @ForAll("garbage") String value) {
    try {
      ConfigLoader.load(
          Map.of(key.variable(), value, "BELFRY_CONFIG", "config/belfry.yaml"), Path.of(""));
    } catch (ConfigException e) {
      assertThat(e.problems()).isNotEmpty().allMatch(p -> p.contains(key.variable()));
    }
  }

  @Property
  void anyDatabaseAddressIsReadOrRefused(
      @ForAll("garbage") String user, @ForAll("garbage") String host) {
    try {
      assertThat(DatabaseAddress.parse("postgresql://" + user + "@" + host)).isNotNull();
    } catch (ConfigException e) {
      assertThat(e.problems()).isNotEmpty();
    }
  }

  @Property
  void anyTextIsReadOrRefusedAsYaml(@ForAll("yaml") String text) {
    List<String> problems = new ArrayList<>();

    Map<ConfigKey, Settings.Entry> entries = YamlFile.read("any.yaml", text, problems);

    assertThat(entries.values()).allMatch(entry -> entry.where().contains("any.yaml"));
  }

  @Provide
  Arbitrary<String> garbage() {
    return Arbitraries.oneOf(
        Arbitraries.strings(),
        Arbitraries.strings().withChars("postgre:/@?%&=#[]0129azs-_.,\0").ofMaxLength(60));
  }

  @Provide
  Arbitrary<String> yaml() {
    Arbitrary<String> token =
        Arbitraries.of(
            "http",
            "port",
            "keys",
            "secret",
            ":",
            ": ",
            " ",
            "\n",
            "  ",
            "- ",
            "[",
            "]",
            "{",
            "}",
            "&a",
            "*a",
            "!!int",
            "!!binary",
            "|",
            ">",
            "?",
            "0x",
            "1_0",
            ".inf",
            "~",
            "\"",
            "'",
            "%",
            "---",
            "...",
            "\t",
            "<<",
            ",",
            "#");
    return Combinators.combine(
            Arbitraries.oneOf(token, Arbitraries.strings().ofMaxLength(5)).list().ofMaxSize(30),
            Arbitraries.of("", "http:\n  ", "keys: {secret: "))
        .as((tokens, start) -> start + String.join("", tokens));
  }
}
