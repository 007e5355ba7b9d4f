package dev.belfry.platform.db.embedded;

import java.io.IOException;
import java.nio.file.Path;

/** Another process with an embedded server: prints its port, stops at the end of its input. */
public final class EmbeddedServerMain {
  private EmbeddedServerMain() {}

  /** The one argument is the data directory. */
  public static void main(String[] arguments) throws IOException {
    try (EmbeddedServer server = EmbeddedServer.start(Path.of(arguments[0]), true)) {
      System.out.println(server.address().port());
      System.in.readAllBytes();
    }
  }
}
