package dev.belfry.chaos;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Where alerts go: writes down what it is sent, and now and then refuses it, hangs up, never
 * answers, or answers when nobody listens any more. Safe for every thread.
 */
public final class ChaosReceiver implements AutoCloseable {
  /** Longer than any sender waits for an answer. */
  private static final long TOO_LATE_MILLIS = 15_000;

  /** The path of Opsgenie's alerts. */
  private static final String ALERTS = "/v2/alerts";

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final SplittableRandom random;
  private final Map<String, Message> messages = new LinkedHashMap<>();
  private final List<ServiceRequest> services = new ArrayList<>();
  private final HttpServer server;
  private boolean well;
  private int refused;
  private int repeated;

  /**
   * What was sent under one id.
   *
   * @param body the first one; all have to be the same
   * @param taken how often the sender could know that it had arrived
   */
  record Message(String id, String body, int taken, boolean differs) {}

  /**
   * A request to the service that keeps alerts.
   *
   * @param alias of the alert
   * @param verb {@code create}, {@code acknowledge} or {@code close}
   */
  record ServiceRequest(String alias, String verb) {}

  public ChaosReceiver(long seed) {
    random = new SplittableRandom(seed);
    server =
        vertx
            .createHttpServer(new HttpServerOptions().setAcceptBacklog(4_096))
            .requestHandler(request -> request.body().onSuccess(body -> answer(request, body)))
            .listen(0, "127.0.0.1")
            .await();
  }

  private synchronized void answer(HttpServerRequest request, Buffer body) {
    int luck = well ? 99 : random.nextInt(100);
    if (luck < 10) {
      refused++;
      request.response().setStatusCode(503).end();
    } else if (luck < 15) {
      refused++;
      request.connection().close();
    } else if (luck < 18) {
      note(request, body, false);
    } else if (luck < 21) {
      note(request, body, false);
      vertx.setTimer(TOO_LATE_MILLIS, due -> end(request));
    } else {
      note(request, body, true);
      vertx.setTimer(1 + random.nextInt(60), due -> end(request));
    }
  }

  private static void end(HttpServerRequest request) {
    if (!request.response().closed()) {
      request.response().end();
    }
  }

  private void note(HttpServerRequest request, Buffer body, boolean taken) {
    if (request.path().startsWith(ALERTS)) {
      services.add(serviceRequest(request.path(), body));
      return;
    }
    String id = String.valueOf(request.getHeader("webhook-id"));
    String text = body.toString();
    Message before = messages.get(id);
    if (before == null) {
      messages.put(id, new Message(id, text, taken ? 1 : 0, false));
    } else {
      repeated += before.taken() > 0 ? 1 : 0;
      messages.put(
          id,
          new Message(
              id,
              before.body(),
              before.taken() + (taken ? 1 : 0),
              before.differs() || !before.body().equals(text)));
    }
  }

  private static ServiceRequest serviceRequest(String path, Buffer body) {
    int verb = path.lastIndexOf('/');
    return path.equals(ALERTS)
        ? new ServiceRequest(body.toJsonObject().getString("alias"), "create")
        : new ServiceRequest(path.substring(ALERTS.length() + 1, verb), path.substring(verb + 1));
  }

  /** From now on it takes everything. */
  public synchronized void heal() {
    well = true;
  }

  /** All that has arrived, in the order in which it did. */
  synchronized List<Message> messages() {
    return new ArrayList<>(messages.values());
  }

  /** Requests to the service that keeps alerts, in the order in which they arrived. */
  synchronized List<ServiceRequest> serviceRequests() {
    return new ArrayList<>(services);
  }

  /** Base address of the service that keeps alerts. */
  String serviceUrl() {
    return "http://127.0.0.1:" + server.actualPort();
  }

  /** Requests that were refused or hung up on. */
  synchronized int refused() {
    return refused;
  }

  /** Messages that came again, under the same id, after they had been answered. */
  public synchronized int repeated() {
    return repeated;
  }

  String url(int channel) {
    return "http://127.0.0.1:" + server.actualPort() + "/" + channel;
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
