package dev.belfry.platform.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file people read, {@code config/belfry.yaml}, tells the truth about the code. */
class ConfigFileTest {
  private static final Path FILE = Path.of("config/belfry.yaml");
  private static String text = "";

  @BeforeAll
  static void read() throws IOException {
    text = Files.readString(FILE);
  }

  @Test
  void holdsEveryKeyWithItsDefault() {
    Map<ConfigKey, Optional<String>> expected = new EnumMap<>(ConfigKey.class);
    for (ConfigKey key : ConfigKey.values()) {
      if (key.preset().isPresent()) {
        expected.put(key, key.preset());
      }
    }

    assertThat(entries(text)).isEqualTo(expected);
  }

  @Test
  void showsKeysWithoutDefaultInACommentThatWorks() {
    String everything = text.replaceAll("(?m)^( *)# ([a-zA-Z]+: \\S+)$", "$1$2");

    assertThat(entries(everything)).containsOnlyKeys(ConfigKey.values());
  }

  @Test
  void changesNothingWhenItIsRead(@TempDir Path empty) throws IOException {
    Config defaults = ConfigLoader.load(Map.of(), empty);
    Files.createDirectories(empty.resolve("config"));
    Files.writeString(empty.resolve(FILE), text);

    assertThat(ConfigLoader.load(Map.of(), empty)).isEqualTo(defaults);
  }

  @Test
  void explainsEachKeyWithItsVariable() {
    List<String> lines = text.lines().toList();
    for (ConfigKey key : ConfigKey.values()) {
      int variable = indexOf(lines, ".*\\[" + key.variable() + "]$");
      String name = key.path().substring(key.path().lastIndexOf('.') + 1);
      assertThat(lines.get(variable + 1)).as(key.path()).matches("[ #]*" + name + ": \\S+");
    }
  }

  @Test
  void namesNoVariableThatTheCodeDoesNotKnow() {
    Set<String> named =
        Pattern.compile("BELFRY_[A-Z_]+")
            .matcher(text)
            .results()
            .map(MatchResult::group)
            .collect(Collectors.toSet());

    assertThat(named)
        .contains(Environment.FILE)
        .hasSize(ConfigKey.values().length + 1)
        .containsAll(Stream.of(ConfigKey.values()).map(ConfigKey::variable).toList());
  }

  private static int indexOf(List<String> lines, String pattern) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).matches(pattern)) {
        return i;
      }
    }
    throw new AssertionError("no line matches " + pattern);
  }

  private static Map<ConfigKey, Optional<String>> entries(String yaml) {
    List<String> problems = new ArrayList<>();
    Map<ConfigKey, Optional<String>> entries = new EnumMap<>(ConfigKey.class);
    YamlFile.read("belfry.yaml", yaml, problems)
        .forEach((key, entry) -> entries.put(key, Optional.of(entry.text())));
    assertThat(problems).isEmpty();
    return entries;
  }
}
