package dev.belfry.platform.db.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import org.flywaydb.core.api.ResourceProvider;
import org.flywaydb.core.api.resource.LoadableResource;
import org.jspecify.annotations.Nullable;

/** Hands Flyway the known files, so that it does not search the class path for them. */
final class MigrationResources implements ResourceProvider {
  private final List<LoadableResource> files;

  MigrationResources(MigrationFiles files) {
    this.files = files.paths().values().stream().<LoadableResource>map(ClassPathFile::new).toList();
  }

  @Override
  public @Nullable LoadableResource getResource(String name) {
    return files.stream()
        .filter(file -> file.getRelativePath().equals(name))
        .findAny()
        .orElse(null);
  }

  @Override
  public Collection<LoadableResource> getResources(String prefix, String[] suffixes) {
    return files.stream()
        .filter(file -> file.getFilename().startsWith(prefix))
        .filter(file -> List.of(suffixes).stream().anyMatch(file.getFilename()::endsWith))
        .toList();
  }

  private static final class ClassPathFile extends LoadableResource {
    private final String path;

    ClassPathFile(String path) {
      this.path = path;
    }

    @Override
    public Reader read() {
      try {
        return new InputStreamReader(MigrationFiles.resource(path).openStream(), UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public String getAbsolutePath() {
      return path;
    }

    @Override
    public String getAbsolutePathOnDisk() {
      return path;
    }

    @Override
    public String getFilename() {
      return path.substring(path.lastIndexOf('/') + 1);
    }

    @Override
    public String getRelativePath() {
      return path;
    }
  }
}
