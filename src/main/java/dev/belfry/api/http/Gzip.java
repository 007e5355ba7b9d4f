package dev.belfry.api.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/** Compresses documents that are sent more than once (RFC 1952). */
public final class Gzip {
  private Gzip() {}

  /** The bytes compressed; takes some milliseconds for each 100 KB. */
  public static byte[] compress(byte[] document) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream(document.length / 4 + 64);
    try (OutputStream stream = new GZIPOutputStream(packed)) {
      stream.write(document);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packed.toByteArray();
  }
}
