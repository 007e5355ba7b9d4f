package dev.belfry.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class PageBodyTest {
  @Test
  void holdsTheSameBytesCompressed() throws IOException {
    Buffer plain = Buffer.buffer("a bell rings, ".repeat(100));
    PageBody body = PageBody.of(plain);
    assertThat(body.plain()).isEqualTo(plain);
    assertThat(body.gzip().length()).isLessThan(plain.length() / 10);
    try (GZIPInputStream stream =
        new GZIPInputStream(new ByteArrayInputStream(body.gzip().getBytes()))) {
      assertThat(Buffer.buffer(stream.readAllBytes())).isEqualTo(plain);
    }
  }
}
