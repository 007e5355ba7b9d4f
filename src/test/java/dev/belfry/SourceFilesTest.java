package dev.belfry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules of source files as texts. */
class SourceFilesTest {
  private static final int MOST_LINES = 300;

  @Test
  void noFileHasMoreThan300Lines() {
    assertThat(javaFiles("src"))
        .filteredOn(file -> lines(file).size() > MOST_LINES)
        .as("files of more than %d lines", MOST_LINES)
        .isEmpty();
  }

  @Test
  void aSimpleNameFindsOneType() {
    assertThat(javaFiles("src"))
        .map(file -> file.getFileName().toString())
        .filteredOn(name -> !name.equals("package-info.java"))
        .doesNotHaveDuplicates();
  }

  @Test
  void nothingIsLeftForLater() {
    // In two parts, so that this file does not find itself.
    List<String> marks = List.of("TO" + "DO", "FIX" + "ME", "XX" + "X", "@Dis" + "abled");
    assertThat(javaFiles("src"))
        .filteredOn(file -> marks.stream().anyMatch(String.join("\n", lines(file))::contains))
        .isEmpty();
  }

  private static List<Path> javaFiles(String root) {
    try (Stream<Path> files = Files.walk(Path.of(root))) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
