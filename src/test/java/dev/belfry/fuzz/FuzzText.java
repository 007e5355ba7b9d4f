package dev.belfry.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.util.zip.GZIPOutputStream;

/** Texts as they are sent. */
final class FuzzText {
  private FuzzText() {}

  /** A text in a path or query. */
  static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }

  /** Bytes, compressed. */
  static byte[] gzip(byte[] bytes) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try (OutputStream packed = new GZIPOutputStream(all)) {
      packed.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all.toByteArray();
  }

  /** A text in single quotes of a shell. */
  static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
