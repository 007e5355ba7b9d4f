package dev.belfry.platform.db.embedded;

import dev.belfry.platform.config.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The password of the embedded server, in the form that the tools of Postgres read (PostgreSQL
 * manual, "The Password File").
 */
record PasswordFile(Path path) {
  private static final String ENTRY = "127.0.0.1:*:*:postgres:";
  private static final int BYTES = 32;

  /** A password that was never used. */
  static Secret random() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return new Secret(HexFormat.of().formatHex(bytes));
  }

  /** Empty when there is no such file, or none that this class wrote. */
  Optional<Secret> read() throws IOException {
    return Files.exists(path)
        ? Files.readAllLines(path).stream()
            .filter(line -> line.startsWith(ENTRY))
            .map(line -> new Secret(line.substring(ENTRY.length())))
            .findFirst()
        : Optional.empty();
  }

  void write(Secret password) throws IOException {
    OwnerOnly.write(path, ENTRY + password.value() + "\n");
  }
}
