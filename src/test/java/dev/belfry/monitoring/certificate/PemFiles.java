package dev.belfry.monitoring.certificate;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Certificates and keys in PEM; the passphrase of encrypted ones is {@code open sesame}. */
final class PemFiles {
  private PemFiles() {}

  static String read(String name) {
    try (InputStream file =
        Objects.requireNonNull(PemFiles.class.getResourceAsStream("/certificates/" + name), name)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
