package dev.belfry.platform.db.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/** The migrations of this program: {@code V<number>__<name>.sql} in one class path folder. */
final class MigrationFiles {
  private static final Pattern NAME = Pattern.compile("V([0-9]{1,9})__\\w+\\.sql");

  private final String location;
  private final TreeMap<Integer, String> names = new TreeMap<>();

  /** Lists the folder; every file in it must be a migration. */
  MigrationFiles(String location) {
    this.location = location;
    for (String name : list(location)) {
      Matcher matcher = NAME.matcher(name);
      if (!matcher.matches() || names.put(Integer.valueOf(matcher.group(1)), name) != null) {
        throw new IllegalStateException(location + "/" + name + " is not V<number>__<name>.sql");
      }
    }
    if (names.isEmpty()) {
      throw new IllegalStateException("no migrations in " + location);
    }
  }

  int newest() {
    return names.lastKey();
  }

  /** Class path names by version, in order. */
  Map<Integer, String> paths() {
    Map<Integer, String> paths = new TreeMap<>();
    names.forEach((version, name) -> paths.put(version, location + "/" + name));
    return paths;
  }

  /** Checksums by version as Flyway records them: CRC-32 over the lines without their ends. */
  Map<Integer, Integer> checksums() {
    Map<Integer, Integer> checksums = new TreeMap<>();
    paths().forEach((version, path) -> checksums.put(version, checksum(path)));
    return checksums;
  }

  private static int checksum(String path) {
    CRC32 crc = new CRC32();
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(resource(path).openStream(), UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        crc.update(line.getBytes(UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return (int) crc.getValue();
  }

  static URL resource(String path) {
    URL url = MigrationFiles.class.getClassLoader().getResource(path);
    if (url == null) {
      throw new IllegalStateException("not on the class path: " + path);
    }
    return url;
  }

  private static List<String> list(String location) {
    try {
      URL folder = resource(location);
      URLConnection connection = folder.openConnection();
      return connection instanceof JarURLConnection jar
          ? inJar(jar)
          : inDirectory(Path.of(folder.toURI()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> inJar(JarURLConnection connection) throws IOException {
    // A multi-release jar names a folder with its slash, another one without.
    String folder = connection.getEntryName();
    String prefix = folder.endsWith("/") ? folder : folder + "/";
    List<String> names = new ArrayList<>();
    for (var entry : Collections.list(connection.getJarFile().entries())) {
      if (entry.getName().startsWith(prefix) && !entry.isDirectory()) {
        names.add(entry.getName().substring(prefix.length()));
      }
    }
    return names;
  }

  private static List<String> inDirectory(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(Path::getFileName).map(String::valueOf).toList();
    }
  }
}
