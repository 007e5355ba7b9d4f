package dev.belfry.mail;

import dev.belfry.config.ConfigLoader;
import dev.belfry.outbox.Receipt;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How fast mails to subscribers leave: renders and sends them to a server in this process that
 * takes everything. Arguments: how many (10000), how many at once (64). Ends after two minutes at
 * most; exit code 1 when not every subscriber has exactly one or it took more than a minute.
 */
final class MailLoad {
  private MailLoad() {}

  public static void main(String[] arguments) throws Exception {
    int mails = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10_000;
    int atOnce = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 64;
    Vertx vertx = Vertx.vertx();
    try (SmtpSink sink = SmtpSink.plain(0)) {
      sink.keeps = false;
      String url = "smtp://127.0.0.1:" + sink.port() + "?starttls=never";
      Mailer mailer =
          Mailers.of(vertx, ConfigLoader.load(Map.of("BELFRY_SMTP_URL", url), Path.of("target")));
      boolean fine = send(mailer, sink, mails, atOnce);
      mailer.close().await();
      vertx.close().await();
      System.exit(fine ? 0 : 1);
    }
  }

  private static boolean send(Mailer mailer, SmtpSink sink, int mails, int atOnce)
      throws InterruptedException {
    Semaphore room = new Semaphore(atOnce);
    AtomicInteger delivered = new AtomicInteger();
    long begun = System.nanoTime();
    for (int i = 0; i < mails; i++) {
      if (!room.tryAcquire(30, TimeUnit.SECONDS)) {
        return false;
      }
      mailer
          .send(mail("reader" + i + "@example.net"))
          .onSuccess(
              receipt -> {
                room.release();
                if (receipt.outcome() == Receipt.Outcome.DELIVERED) {
                  delivered.incrementAndGet();
                }
              });
    }
    boolean done = room.tryAcquire(atOnce, 30, TimeUnit.SECONDS);
    double seconds = (System.nanoTime() - begun) / 1e9;
    System.out.printf(
        "%d mails in %.1f s: %.0f per second; delivered %d, receivers %d, connections %d%n",
        mails,
        seconds,
        mails / seconds,
        delivered.get(),
        sink.recipients.size(),
        sink.connections.get());
    return done
        && seconds <= 60
        && delivered.get() == mails
        && sink.recipients.size() == mails
        && sink.count.get() == mails;
  }

  private static Mail mail(String to) {
    SubscriberNews news = Letters.update("MAJOR", "INVESTIGATING");
    return new Mail(
        UUID.randomUUID(), to, SubscriberLetters.of(news), Instant.EPOCH, null, news.unsubscribe());
  }
}
