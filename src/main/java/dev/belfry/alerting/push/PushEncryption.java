package dev.belfry.alerting.push;

import com.interaso.webpush.VapidKeys;
import com.interaso.webpush.WebPush;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.PublicAddress;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Encrypts messages for browsers (RFC 8291) and signs the requests to push services (RFC 8292), on
 * two threads of its own: each takes about a millisecond of a processor.
 */
public final class PushEncryption {
  private static final int THREADS = 2;

  /** A push service keeps a message so long for a device that is off. */
  private static final Duration LIFE = Duration.ofDays(1);

  private final PushKeys keys;
  private final String contact;
  private final WorkerExecutor threads;

  /** Creates it; {@code keys} sign. */
  public PushEncryption(Vertx vertx, PushKeys keys, Config config) {
    this.keys = keys;
    this.contact = contact(config);
    this.threads = vertx.createSharedWorkerExecutor("belfry-push", THREADS);
  }

  /** Where a push service reaches the operator: an https address, or one for mail. */
  static String contact(Config config) {
    String address = PublicAddress.of(config);
    return address.startsWith("https://") ? address : "mailto:" + config.smtp().from().address();
  }

  /**
   * Encrypts a text. The future fails when the browser's keys are no keys or the pair of the
   * installation cannot be unsealed.
   *
   * @param topic a later message with the same one takes the place of one that waits at the push
   *     service; at most 32 characters of Base64 for URLs
   */
  public Future<EncryptedPush> encrypt(PushSubscription to, String text, String topic) {
    return keys.read()
        .compose(pair -> threads.executeBlocking(() -> encrypt(pair, to, text, topic), false));
  }

  private EncryptedPush encrypt(VapidKeys pair, PushSubscription to, String text, String topic) {
    WebPush push = new WebPush(contact, pair);
    byte[] plain = text.getBytes(StandardCharsets.UTF_8);
    byte[] body = push.getBody(plain, to.publicKey(), to.secret());
    return new EncryptedPush(
        push.getHeaders(to.endpoint(), (int) LIFE.toSeconds(), topic, WebPush.Urgency.High),
        Buffer.buffer(body));
  }

  /** Ends the threads. */
  public Future<Void> close() {
    return threads.close();
  }
}
