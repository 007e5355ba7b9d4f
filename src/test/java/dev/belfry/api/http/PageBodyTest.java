package dev.belfry.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayInputStream;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class PageBodyTest {
  @Test
  void compressesOnceForAllReaders() throws Exception {
    Buffer plain = Buffer.buffer("a bell rings, ".repeat(100));
    PageBody body = PageBody.of(plain);
    Vertx vertx = Vertx.vertx();
    try {
      Buffer gzip = body.gzip(vertx).await(10, TimeUnit.SECONDS);
      assertThat(body.plain()).isEqualTo(plain);
      assertThat(gzip.length()).isLessThan(plain.length() / 10);
      assertThat(body.gzip(vertx).result()).isSameAs(gzip);
      try (GZIPInputStream stream =
          new GZIPInputStream(new ByteArrayInputStream(gzip.getBytes()))) {
        assertThat(Buffer.buffer(stream.readAllBytes())).isEqualTo(plain);
      }
    } finally {
      vertx.close();
    }
  }
}
