package dev.belfry.fleet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What a process takes up over time, by the files of Linux. */
final class Footprint {
  private static final double MOST_GROWTH = 1.15;
  private static final int MOST_MORE_FILES = 20;

  private final List<Look> looks = new ArrayList<>();

  /**
   * One look.
   *
   * @param kib resident memory, KiB
   * @param files open file descriptors
   */
  record Look(long kib, long files) {}

  /** Looks at a process and says what there is. */
  String look(long pid) {
    Path process = Path.of("/proc", Long.toString(pid));
    try (Stream<Path> files = Files.list(process.resolve("fd"))) {
      long kib =
          Files.readAllLines(process.resolve("status")).stream()
              .filter(line -> line.startsWith("VmRSS"))
              .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
              .findFirst()
              .orElseThrow();
      Look look = new Look(kib, files.count());
      add(look);
      return "%d MiB resident, %d files open".formatted(look.kib() / 1024, look.files());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void add(Look look) {
    looks.add(look);
  }

  /** What grew in the second half, when caches are full and code is compiled. */
  List<String> breaches() {
    List<String> found = new ArrayList<>();
    if (looks.size() < 4) {
      return found;
    }
    Look middle = looks.get(looks.size() / 2);
    Look last = looks.get(looks.size() - 1);
    if (last.kib() > middle.kib() * MOST_GROWTH) {
      found.add("memory grew from " + middle + " to " + last);
    }
    if (last.files() > middle.files() + MOST_MORE_FILES) {
      found.add("open files grew from " + middle + " to " + last);
    }
    return found;
  }
}
