package dev.belfry.api.http;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/** The bytes of a page, as they are and compressed by gzip. Both are made once, at start. */
public record PageBody(Buffer plain, Buffer gzip) {
  /** Compresses what a page consists of. */
  public static PageBody of(Buffer plain) {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (OutputStream stream = new GZIPOutputStream(compressed)) {
      stream.write(plain.getBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new PageBody(plain, Buffer.buffer(compressed.toByteArray()));
  }
}
