package dev.belfry.platform.db.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Who may connect to the embedded server: {@code pg_hba.conf}, the same at every start. */
record AccessRules(Path data) {
  private static final String RULES =
      """
      # Belfry writes this file at each start.
      host all all 127.0.0.1/32 scram-sha-256
      """;

  /** Whether the server asks everybody for a password, as earlier versions of Belfry did not. */
  boolean areInForce() throws IOException {
    return Files.exists(path()) && Files.readString(path()).equals(RULES);
  }

  void write() throws IOException {
    OwnerOnly.write(path(), RULES);
  }

  private Path path() {
    return data.resolve("pg_hba.conf");
  }
}
