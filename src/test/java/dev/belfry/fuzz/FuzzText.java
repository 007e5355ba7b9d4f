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

  /** A text in a path with every byte encoded, in the form of hexadecimal digits given. */
  static String allEncoded(String text, String form) {
    StringBuilder encoded = new StringBuilder();
    for (byte one : text.getBytes(UTF_8)) {
      encoded.append(form.formatted(one & 0xff));
    }
    return encoded.toString();
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
