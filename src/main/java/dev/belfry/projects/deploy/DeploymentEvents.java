package dev.belfry.projects.deploy;

import dev.belfry.api.http.ApiResponse;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/** Streams the progress of a deployment (wire contract 3.4). Confined to one event loop. */
final class DeploymentEvents {
  private static final long PAUSE_MILLIS = 200;

  private final Vertx vertx;
  private final Deployments deployments;
  private final BooleanSupplier stopping;

  DeploymentEvents(Vertx vertx, Deployments deployments, BooleanSupplier stopping) {
    this.vertx = vertx;
    this.deployments = deployments;
    this.stopping = stopping;
  }

  /** Progress, then the deployment when it is over. */
  ApiResponse.Stream of(UUID account, Deployment first) {
    return sink -> {
      Promise<Void> done = Promise.promise();
      go(account, first, -1, sink).onComplete(done);
      return done.future();
    };
  }

  private Future<Void> go(UUID account, Deployment now, int told, ApiResponse.Sink sink) {
    if (now.status().isOver()) {
      return sink.write(frame("complete", ProjectView.of(now)));
    }
    if (stopping.getAsBoolean()) {
      return Future.succeededFuture(); // The client asks again, and another instance.
    }
    // A comment when nothing is new: it shows whether the client is still there.
    Buffer news =
        now.progress() > told
            ? frame("progress", "{\"progress\":" + now.progress() + "}")
            : Buffer.buffer(": waiting\n\n");
    return sink.write(news)
        .compose(written -> vertx.timer(PAUSE_MILLIS))
        .compose(due -> deployments.read(account, now.project(), now.id()))
        .compose(later -> go(account, later, now.progress(), sink));
  }

  private static Buffer frame(String event, String data) {
    return Buffer.buffer("event: " + event + "\ndata: " + data + "\n\n");
  }
}
