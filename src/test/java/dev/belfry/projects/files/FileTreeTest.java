package dev.belfry.projects.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTreeTest {
  @TempDir private Path directory = Path.of("");

  private void write(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @Test
  void aDirectoryStandsForTheFilesInItAndBelow() throws IOException {
    write("b.yml", "");
    write("a/z.json", "");
    write("a.yaml", "");
    write("notes.txt", "");
    write(".git/x.yaml", "");
    write("..data/x.yaml", "");
    assertThat(FileTree.read(List.of(directory)))
        .extracting(file -> file.name().substring(directory.toString().length() + 1))
        .containsExactlyInAnyOrder("a.yaml", "a/z.json", "b.yml");
  }

  @Test
  void filesBehindLinksAreRead() throws IOException {
    write("real/..data/x.yaml", "x");
    Files.createSymbolicLink(directory.resolve("real/x.yaml"), Path.of("..data/x.yaml"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("real"));
    assertThat(FileTree.read(List.of(link))).singleElement().extracting("text").isEqualTo("x");
  }

  @Test
  void everythingThatCannotBeReadIsNamed() throws IOException {
    Path empty = Files.createDirectory(directory.resolve("empty"));
    Files.write(directory.resolve("latin.yaml"), new byte[] {(byte) 0xe4});
    assertThatThrownBy(
            () ->
                FileTree.read(
                    List.of(
                        empty, directory.resolve("latin.yaml"), directory.resolve("gone.yaml"))))
        .isInstanceOf(InvalidFilesException.class)
        .hasMessageContainingAll(
            "empty: has no file ending in .yaml, .yml or .json",
            "latin.yaml: is not UTF-8",
            "gone.yaml: cannot be read");
  }
}
