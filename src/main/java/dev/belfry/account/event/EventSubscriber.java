package dev.belfry.account.event;

import dev.belfry.api.auth.Caller;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.ClientTooSlowException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;

/** One client that follows the events of its account. Confined to one event loop. */
final class EventSubscriber {
  /** Looks in a row at which a client has not taken what it was sent. */
  private static final int PATIENCE = 20;

  private static final Buffer BEAT = Buffer.buffer(": beat\n\n");

  private final Caller caller;
  private final ApiResponse.Sink sink;
  private final Promise<Void> done = Promise.promise();
  private final PendingEvents news = new PendingEvents();
  private boolean writing;
  private int waited;

  EventSubscriber(Caller caller, ApiResponse.Sink sink) {
    this.caller = caller;
    this.sink = sink;
    sink.gone().onComplete(gone -> end());
  }

  Caller caller() {
    return caller;
  }

  PendingEvents news() {
    return news;
  }

  /** Completes when the client is to be told no more. */
  Future<Void> done() {
    return done.future();
  }

  /** Ends it in good order. */
  void end() {
    done.tryComplete();
  }

  /** Sends what is new; what comes while the client still takes the last is sent together. */
  void send() {
    if (!writing && !news.isEmpty()) {
      write(news.take());
    }
  }

  /** Shows that we are still here, and whether the client is. */
  void beat() {
    if (!writing) {
      write(BEAT);
    }
  }

  /** Called every second: gives up a client that takes nothing. */
  void look() {
    waited = writing ? waited + 1 : 0;
    if (waited > PATIENCE) {
      done.tryFail(new ClientTooSlowException());
    }
  }

  private void write(Buffer frames) {
    writing = true;
    sink.write(frames)
        .onComplete(
            written -> {
              writing = false;
              if (written.failed()) {
                end();
              } else {
                send();
              }
            });
  }
}
