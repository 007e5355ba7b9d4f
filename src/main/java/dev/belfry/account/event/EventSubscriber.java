package dev.belfry.account.event;

import dev.belfry.api.auth.Caller;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.ClientTooSlowException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;

/** One client that subscribes to the events of its account. Confined to one event loop. */
final class EventSubscriber {
  /** Seconds that a client may take nothing of what it is sent. */
  private static final int PATIENCE = 20;

  private static final Buffer BEAT = Buffer.buffer(": beat\n\n");

  private final Caller caller;
  private final ApiResponse.Sink sink;
  private final Promise<Void> done = Promise.promise();
  private final PendingEvents pending = new PendingEvents();
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

  PendingEvents pending() {
    return pending;
  }

  /** Completes when the stream is to end; fails when the client takes nothing for 20 seconds. */
  Future<Void> done() {
    return done.future();
  }

  /** Ends the stream in good order. */
  void end() {
    done.tryComplete();
  }

  /** Sends the pending events; events that come during a write are sent together after it. */
  void send() {
    if (!writing && !pending.isEmpty()) {
      write(pending.take());
    }
  }

  /** Sends a comment, which shows each side that the other is still there. */
  void beat() {
    if (!writing) {
      write(BEAT);
    }
  }

  /** Called every second: gives up a client that takes nothing. */
  void onLook() {
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
