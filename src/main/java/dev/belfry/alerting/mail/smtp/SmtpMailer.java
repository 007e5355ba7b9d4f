package dev.belfry.alerting.mail.smtp;

import dev.belfry.alerting.mail.Mail;
import dev.belfry.alerting.mail.Mailer;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.SmtpAddress;
import dev.belfry.platform.outbox.DeliveryResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Sends e-mails over a bounded pool of reused connections; each transmission occupies one worker
 * thread. Safe for every thread.
 */
final class SmtpMailer implements Mailer {
  /** Less than an attempt may take (design, "Delivery"). */
  private static final Duration ATTEMPT = Duration.ofSeconds(9);

  private static final Duration IDLE = Duration.ofSeconds(30);
  private static final long SWEEP_MILLIS = 10_000;
  private static final long STUCK_MILLIS = 500;
  private static final String NO_ANSWER = "The mail server did not answer in time";
  private static final String NO_CONNECTION =
      "All connections to the mail server were busy for too long";

  private final Vertx vertx;
  private final SmtpSession session;
  private final WorkerExecutor threads;
  private final Duration attempt;
  private final Deque<SmtpConnection> idle = new ConcurrentLinkedDeque<>();
  private final long sweeper;
  private volatile boolean closed;

  /**
   * @param host name in greetings and in every Message-ID
   * @param tls makes TLS sockets with the right trust
   */
  SmtpMailer(
      Vertx vertx, SmtpAddress server, Config.Smtp config, String host, SSLSocketFactory tls) {
    this(vertx, new SmtpSession(server, config.from(), host, tls), config.connections(), ATTEMPT);
  }

  SmtpMailer(Vertx vertx, SmtpSession session, int connections, Duration attempt) {
    this.vertx = vertx;
    this.session = session;
    this.attempt = attempt;
    this.threads =
        vertx.createSharedWorkerExecutor(
            "belfry-mail", connections, 4 * attempt.toMillis(), TimeUnit.MILLISECONDS);
    this.sweeper = vertx.setPeriodic(SWEEP_MILLIS, due -> sweep());
  }

  @Override
  public Future<DeliveryResult> send(Mail mail) {
    Promise<DeliveryResult> result = Promise.promise();
    AtomicReference<Stage> stage = new AtomicReference<>(Stage.WAITING);
    long timer =
        vertx.setTimer(attempt.toMillis(), due -> expire(stage.getAndSet(Stage.OVER), result));
    threads
        .executeBlocking(() -> attempt(mail, stage), false)
        .recover(
            failure -> Future.succeededFuture(SmtpReplies.again("The mailer is shutting down")))
        .onSuccess(
            known -> {
              vertx.cancelTimer(timer);
              result.tryComplete(known);
            });
    return result.future();
  }

  /**
   * Ends an attempt at its deadline. An e-mail accepted at that moment still counts as delivered; a
   * stuck thread is not waited for.
   */
  private void expire(Stage reached, Promise<DeliveryResult> result) {
    if (reached.over()) {
      return; // The worker reports the result.
    }
    if (reached.connection() == null) {
      result.tryComplete(SmtpReplies.again(NO_CONNECTION));
    } else {
      reached.connection().end();
      vertx.setTimer(STUCK_MILLIS, due -> result.tryComplete(SmtpReplies.again(NO_ANSWER)));
    }
  }

  private DeliveryResult attempt(Mail mail, AtomicReference<Stage> stage) {
    SmtpConnection kept = idle.pollFirst();
    SmtpConnection connection = kept == null ? new SmtpConnection(session) : kept;
    Stage sending = new Stage(connection, false);
    if (!stage.compareAndSet(Stage.WAITING, sending)) {
      idle.addFirst(connection);
      return SmtpReplies.again(NO_CONNECTION);
    }
    DeliveryResult result = connection.attempt(mail);
    boolean inTime = stage.compareAndSet(sending, Stage.OVER);
    if (inTime && !closed && connection.isReusable()) {
      idle.addFirst(connection);
    } else {
      connection.close();
    }
    return inTime || result.outcome() == DeliveryResult.Outcome.DELIVERED
        ? result
        : SmtpReplies.again(NO_ANSWER);
  }

  private void sweep() {
    threads.executeBlocking(
        () -> {
          for (SmtpConnection oldest = idle.pollLast(); oldest != null; oldest = idle.pollLast()) {
            if (!oldest.isIdleFor(IDLE)) {
              idle.addLast(oldest);
              return null;
            }
            oldest.close();
          }
          return null;
        },
        false);
  }

  @Override
  public Future<Void> close() {
    closed = true;
    vertx.cancelTimer(sweeper);
    for (SmtpConnection one = idle.pollFirst(); one != null; one = idle.pollFirst()) {
      one.end();
    }
    return threads.close();
  }

  /**
   * The progress of an attempt.
   *
   * @param connection in use, null before and after
   * @param over whether the result is known
   */
  private record Stage(@Nullable SmtpConnection connection, boolean over) {
    static final Stage WAITING = new Stage(null, false);
    static final Stage OVER = new Stage(null, true);
  }
}
