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
 * Sends over a bounded number of connections that are used again, each by a thread of its own while
 * it sends. Safe for every thread.
 */
final class SmtpMailer implements Mailer {
  /** Less than an attempt may take (design, "Delivery"). */
  private static final Duration ATTEMPT = Duration.ofSeconds(9);

  private static final Duration IDLE = Duration.ofSeconds(30);
  private static final long SWEEP_MILLIS = 10_000;
  private static final long STUCK_MILLIS = 500;
  private static final String NO_ANSWER = "The mail server does not answer in time";
  private static final String NO_CONNECTION =
      "Every connection to the mail server was taken for too long";

  private final Vertx vertx;
  private final SmtpSession session;
  private final WorkerExecutor threads;
  private final Duration attempt;
  private final Deque<SmtpConnection> idle = new ConcurrentLinkedDeque<>();
  private final long sweeper;
  private volatile boolean closed;

  /**
   * @param host our name in greetings and on the right of every Message-ID
   * @param tls whom to trust
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
        .recover(failure -> Future.succeededFuture(SmtpReplies.again("No mail is sent any more")))
        .onSuccess(
            known -> {
              vertx.cancelTimer(timer);
              result.tryComplete(known);
            });
    return result.future();
  }

  /**
   * What was accepted in this very moment is still told; a thread that is stuck is not waited for.
   */
  private void expire(Stage reached, Promise<DeliveryResult> result) {
    if (reached.over()) {
      return; // Its result is on the way.
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
   * How far an attempt has come.
   *
   * @param connection it is sending over, null before and after
   * @param over whether what became of it is known
   */
  private record Stage(@Nullable SmtpConnection connection, boolean over) {
    static final Stage WAITING = new Stage(null, false);
    static final Stage OVER = new Stage(null, true);
  }
}
