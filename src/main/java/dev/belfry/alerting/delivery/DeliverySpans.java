package dev.belfry.alerting.delivery;

import dev.belfry.platform.cluster.Timers;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.outbox.Delivery;
import dev.belfry.platform.outbox.DeliveryResult;
import dev.belfry.platform.outbox.Sender;
import dev.belfry.platform.trace.Span;
import dev.belfry.platform.trace.TraceId;
import dev.belfry.platform.trace.Tracer;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Makes the spans of attempts to deliver alerts. A message does not know the run of its alert, so
 * the runs of several attempts are read together, once a second and after the attempts: no message
 * waits for it. Confined to one event loop.
 */
final class DeliverySpans {
  private static final long EVERY_MILLIS = 1_000;

  /** With more of them the database is away; those go into traces of their own. */
  private static final int MOST_KEPT = 1_024;

  private static final long MICROS = 1_000;

  private static final String RUNS =
      "SELECT id, check_id, series_id, at FROM alerts WHERE id = ANY ($1) AND series_id IS NOT NULL"
          + " AND at IS NOT NULL";

  private final Tracer tracer;
  private final Database database;
  private final InstantSource clock;
  private List<Attempt> ended = new ArrayList<>();

  DeliverySpans(Tracer tracer, Database database, InstantSource clock) {
    this.tracer = tracer;
    this.database = database;
    this.clock = clock;
  }

  /**
   * An attempt that has ended.
   *
   * @param result null when the sender failed
   */
  private record Attempt(
      Delivery delivery, UUID alert, long begun, long ended, @Nullable DeliveryResult result) {}

  /** A sender whose attempts have spans. */
  Sender around(Sender sender) {
    return delivery -> {
      long begun = clock.millis();
      return sender.send(delivery).onComplete(sent -> onSent(delivery, begun, sent));
    };
  }

  private void onSent(Delivery delivery, long begun, AsyncResult<DeliveryResult> sent) {
    UUID alert = delivery.alertId();
    if (alert == null) {
      return;
    }
    Attempt attempt = new Attempt(delivery, alert, begun, clock.millis(), sent.result());
    if (ended.size() < MOST_KEPT) {
      ended.add(attempt);
    } else {
      offer(attempt, null);
    }
  }

  /** Reads the runs of ended attempts once a second. */
  void start(Timers timers) {
    timers.after(EVERY_MILLIS, () -> flush().onComplete(done -> start(timers)));
  }

  /** Gives away the spans of all ended attempts. The future never fails. */
  Future<Void> flush() {
    if (ended.isEmpty()) {
      return Future.succeededFuture();
    }
    List<Attempt> taken = ended;
    ended = new ArrayList<>();
    return database
        .query(
            RUNS,
            Tuple.tuple()
                .addArrayOfUUID(taken.stream().map(Attempt::alert).distinct().toArray(UUID[]::new)))
        .map(
            rows -> {
              Map<UUID, TraceId> traces = new HashMap<>();
              for (Row row : rows) {
                traces.put(
                    row.getUUID(0),
                    TraceId.ofRun(row.getUUID(1), row.getInteger(2), row.getLong(3)));
              }
              return traces;
            })
        .otherwise(Map.of())
        .onSuccess(traces -> taken.forEach(one -> offer(one, traces.get(one.alert()))))
        .mapEmpty();
  }

  private void offer(Attempt attempt, @Nullable TraceId ofRun) {
    TraceId trace = Objects.requireNonNullElse(ofRun, TraceId.ofOne(attempt.alert()));
    Delivery delivery = attempt.delivery();
    long parent = trace.row(attempt.alert(), 0);
    if (delivery.attempts() == 1) {
      tracer.offer(
          new Span(
                  trace,
                  trace.row(delivery.id(), 0),
                  parent,
                  Span.Kind.INTERNAL,
                  "queue",
                  Math.min(delivery.createdMs(), attempt.begun()) * MICROS,
                  attempt.begun() * MICROS)
              .with("belfry.delivery.id", delivery.id().toString()));
    }
    tracer.offer(span(attempt, trace, parent));
  }

  /** Without the address, which often is a secret, and without what the receiver answered. */
  private static Span span(Attempt attempt, TraceId trace, long parent) {
    Delivery delivery = attempt.delivery();
    DeliveryResult result = attempt.result();
    Span span =
        new Span(
                trace,
                trace.row(delivery.id(), delivery.attempts()),
                parent,
                Span.Kind.CLIENT,
                "deliver",
                attempt.begun() * MICROS,
                attempt.ended() * MICROS)
            .with("belfry.account.id", delivery.accountId().toString())
            .with("belfry.alert.id", attempt.alert().toString())
            .with("belfry.delivery.id", delivery.id().toString())
            .with("belfry.attempt", delivery.attempts())
            .with("belfry.outcome", result == null ? "RETRY" : result.outcome().name());
    Long channel = delivery.channelId();
    if (channel != null) {
      span.with("belfry.channel.id", channel);
    }
    if (result != null && result.status() > 0) {
      span.with("http.response.status_code", result.status());
    }
    boolean delivered = result != null && result.outcome() == DeliveryResult.Outcome.DELIVERED;
    return delivered
        ? span
        : span.with("error.type", errorType(result)).failed("The receiver did not accept it");
  }

  private static String errorType(@Nullable DeliveryResult result) {
    return result == null || result.status() == 0 ? "_OTHER" : String.valueOf(result.status());
  }
}
