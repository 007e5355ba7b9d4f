package dev.belfry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Long SQL statements are resources with comments, not Java strings. */
class StatementsTest {
  private static final int MOST_LINES = 40;
  private static final Path SOURCES = Path.of("src/main/java");
  private static final Path RESOURCES = Path.of("src/main/resources");

  private static final Pattern BLOCK = Pattern.compile("\"\"\"\\n(.*?)\"\"\"", Pattern.DOTALL);

  private static final Pattern STATEMENT =
      Pattern.compile("\\s*(SELECT|WITH|INSERT|UPDATE|DELETE|MERGE|CREATE|DO)\\b");

  private static boolean isLong(String text) {
    return STATEMENT.matcher(text).lookingAt() && text.lines().count() > MOST_LINES;
  }

  @Test
  void noTextBlockHoldsALongStatement() {
    List<String> found = new ArrayList<>();
    for (Path file : files(SOURCES, ".java")) {
      Matcher blocks = BLOCK.matcher(text(file));
      while (blocks.find()) {
        if (isLong(blocks.group(1))) {
          found.add(file + ": " + blocks.group(1).strip().lines().findFirst().orElse(""));
        }
      }
    }
    assertThat(found).as("statements of more than %d lines", MOST_LINES).isEmpty();
  }

  /** Text blocks that are put together count as what they become. */
  @Test
  void noConstantHoldsALongStatementThatIsNoResource() throws Exception {
    Set<String> resources =
        sqlResources().stream().map(file -> firstLine(text(file))).collect(Collectors.toSet());
    List<String> found = new ArrayList<>();
    for (Path file : files(SOURCES, ".java")) {
      for (Field field : constants(file)) {
        field.setAccessible(true);
        String text = (String) Objects.requireNonNullElse(field.get(null), "");
        if (isLong(text) && !resources.contains(firstLine(text))) {
          found.add(field.toString());
        }
      }
    }
    assertThat(found).as("statements of more than %d lines", MOST_LINES).isEmpty();
  }

  @Test
  void everyResourceIsReadByAClassBesideIt() {
    assertThat(sqlResources())
        .isNotEmpty()
        .allSatisfy(
            resource -> {
              Path folder = SOURCES.resolve(RESOURCES.relativize(resource)).getParent();
              assertThat(files(Objects.requireNonNull(folder), ".java"))
                  .anySatisfy(
                      file ->
                          assertThat(text(file)).contains("\"" + resource.getFileName() + "\""));
            });
  }

  private static List<Field> constants(Path file) throws ClassNotFoundException {
    String name = SOURCES.relativize(file).toString().replace(".java", "");
    if (name.endsWith("-info")) {
      return List.of();
    }
    Class<?> type =
        Class.forName(
            name.replace(file.getFileSystem().getSeparator(), "."),
            false,
            StatementsTest.class.getClassLoader());
    return Stream.of(type.getDeclaredFields())
        .filter(field -> Modifier.isStatic(field.getModifiers()))
        .filter(field -> field.getType() == String.class)
        .toList();
  }

  private static String firstLine(String sql) {
    return sql.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("--"))
        .findFirst()
        .orElse("");
  }

  private static List<Path> sqlResources() {
    return files(RESOURCES.resolve("dev"), ".sql");
  }

  private static List<Path> files(Path root, String end) {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(file -> file.toString().endsWith(end)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
