package dev.belfry.engine.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The file with the id of an agent, so that the next one can replace it at once after a crash. */
final class AgentIdFile {
  private static final Logger LOG = LoggerFactory.getLogger(AgentIdFile.class);

  private final Path file;

  AgentIdFile(Path file) {
    this.file = file;
  }

  /** The id that an agent before had, if it did not leave. */
  List<Long> before() {
    try {
      return Files.exists(file) ? List.of(Long.valueOf(Files.readString(file).strip())) : List.of();
    } catch (IOException | NumberFormatException e) {
      LOG.warn("Cannot read {}; the agent before is replaced after 3 s", file);
      return List.of();
    }
  }

  void remember(long id) {
    try {
      Files.writeString(file, String.valueOf(id));
    } catch (IOException e) {
      LOG.warn("Cannot write {}; after a crash the next agent waits for 3 s", file);
    }
  }

  void forget() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.debug("Cannot delete {}", file, e);
    }
  }
}
