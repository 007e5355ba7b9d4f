package dev.belfry.api.http;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/** The bytes of a page, as they are and compressed by gzip. Safe for use by many threads. */
public final class PageBody {
  private final Buffer plain;

  /**
   * Compressing all pages would delay the start; the first reader of a page waits for his alone.
   */
  private volatile @Nullable Buffer gzip;

  private PageBody(Buffer plain) {
    this.plain = plain;
  }

  /** Takes what a page consists of, which must not change afterwards. */
  public static PageBody of(Buffer plain) {
    return new PageBody(plain);
  }

  /** The bytes as they are. */
  public Buffer plain() {
    return plain;
  }

  /** The bytes compressed by gzip; the first call has a worker thread compress them. */
  public Future<Buffer> gzip(Vertx vertx) {
    Buffer compressed = gzip;
    return compressed == null
        ? vertx.executeBlocking(() -> gzip = Buffer.buffer(Gzip.compress(plain.getBytes())), false)
        : Future.succeededFuture(compressed);
  }
}
