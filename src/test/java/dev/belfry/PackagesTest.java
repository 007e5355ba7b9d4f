package dev.belfry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The folders are the architecture: nine rooms, each package with one format of package-info. */
class PackagesTest {
  private static final Path MAIN = Path.of("src/main/java/dev/belfry");
  private static final Path TESTS = Path.of("src/test/java/dev/belfry");

  private static final Set<String> ROOMS =
      Set.of(
          "platform",
          "api",
          "monitoring",
          "statuspages",
          "projects",
          "account",
          "alerting",
          "engine",
          "app");

  /** Tests of several rooms at once, and what tests share. */
  private static final Set<String> SPANNING_TESTS =
      Set.of(
          "benchmark",
          "browser",
          "chaos",
          "citus",
          "client",
          "fleet",
          "fuzz",
          "kubernetes",
          "security",
          "testing");

  private static final Pattern FORMAT =
      Pattern.compile(
          "(?s)/\\*\\*\\n \\* [A-Z].*?\\.\\n"
              + " \\*\\n \\* <p>Start at \\{@link .*?\\}\\.\\n"
              + " \\*\\n \\* <p>Uses: (.*?)\\.\\n \\*/\\n"
              + "@NullMarked\\npackage [a-z.]+;\\n\\n"
              + "import org\\.jspecify\\.annotations\\.NullMarked;\\n");

  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import (?:static )?dev\\.belfry\\.([a-z.]+)\\.[A-Z]");

  private static final Pattern NAME = Pattern.compile("\\{@code[\\s*]+([a-z.]+)\\}");

  @Test
  void theTopLevelShowsTheRooms() {
    Set<String> shown = new TreeSet<>(ROOMS);
    shown.addAll(Set.of("Main.java", "package-info.java"));
    assertThat(names(MAIN)).isEqualTo(shown);
  }

  @Test
  void testsMirrorTheRooms() {
    Set<String> expected =
        packages(MAIN).stream()
            .map(MAIN::relativize)
            .map(Path::toString)
            .collect(TreeSet::new, Set::add, Set::addAll);
    assertThat(packages(TESTS))
        .map(TESTS::relativize)
        .filteredOn(test -> !SPANNING_TESTS.contains(test.getName(0).toString()))
        .map(Path::toString)
        .isSubsetOf(expected);
  }

  @TestFactory
  Stream<DynamicTest> everyPackageSaysWhatItIsAndWhatItUses() {
    return packages(MAIN).stream()
        .filter(folder -> !folder.equals(MAIN))
        .map(folder -> DynamicTest.dynamicTest(name(folder), () -> describes(folder)));
  }

  private static void describes(Path folder) {
    String text = text(folder.resolve("package-info.java"));
    assertThat(text).as("format: one sentence or two, Start at, Uses").matches(FORMAT);
    String line =
        FORMAT.matcher(text).results().map(found -> found.group(1)).findFirst().orElseThrow();
    Set<String> said =
        NAME.matcher(line)
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(said).as("Uses of " + name(folder)).isEqualTo(used(folder));
  }

  /** Packages that a folder's files import; the app names whole rooms beside its own packages. */
  private static Set<String> used(Path folder) {
    String own = name(folder);
    return files(folder).stream()
        .filter(file -> !file.endsWith("package-info.java"))
        .flatMap(file -> IMPORT.matcher(text(file)).results().map(MatchResult::group))
        .map(found -> IMPORT.matcher(found).replaceAll("$1"))
        .filter(used -> !used.equals(own))
        .map(used -> own.startsWith("app") && !used.startsWith("app.") ? room(used) : used)
        .filter(used -> !(used.equals("app") && own.equals("app")))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String room(String name) {
    return name.split("\\.", -1)[0];
  }

  private static String name(Path folder) {
    return MAIN.relativize(folder).toString().replace('/', '.');
  }

  private static Set<String> names(Path folder) {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries
          .map(entry -> entry.getFileName().toString())
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> files(Path folder) {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.filter(entry -> entry.toString().endsWith(".java")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Set<Path> packages(Path root) {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> file.toString().endsWith(".java"))
          .map(Path::getParent)
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
