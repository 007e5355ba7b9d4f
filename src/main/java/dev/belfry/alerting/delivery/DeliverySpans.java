package dev.belfry.alerting.delivery;

import dev.belfry.monitoring.channel.ChannelType;
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
 * the runs and channels of several attempts are read together, once a second and after the
 * attempts: no message waits for it. Confined to one event loop.
 */
final class DeliverySpans {
  private static final long EVERY_MILLIS = 1_000;

  /** With more of them the database is away; those go into traces of their own. */
  private static final int MOST_KEPT = 1_024;

  private static final long MICROS = 1_000;

  private static final String ORIGINS =
      """
      SELECT m.id, c.type, a.check_id, a.series_id, a.at
      FROM unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS m (id, alert_id, channel_id)
        JOIN alerts a ON a.id = m.alert_id LEFT JOIN alert_channels c ON c.id = m.channel_id""";

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

  /**
   * Where a message comes from and goes to.
   *
   * @param run the trace of its run, null for an alert without one
   * @param channel null when it was deleted
   */
  private record Origin(@Nullable TraceId run, @Nullable ChannelType channel) {
    static final Origin UNKNOWN = new Origin(null, null);

    static Origin of(Row row) {
      Integer series = row.getInteger(3);
      Long at = row.getLong(4);
      String channel = row.getString(1);
      return new Origin(
          series == null || at == null ? null : TraceId.ofRun(row.getUUID(2), series, at),
          channel == null ? null : ChannelType.valueOf(channel));
    }
  }

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
      offer(attempt, Origin.UNKNOWN);
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
            ORIGINS,
            Tuple.tuple()
                .addArrayOfUUID(taken.stream().map(one -> one.delivery().id()).toArray(UUID[]::new))
                .addArrayOfUUID(taken.stream().map(Attempt::alert).toArray(UUID[]::new))
                .addArrayOfLong(
                    taken.stream().map(one -> one.delivery().channelId()).toArray(Long[]::new)))
        .map(
            rows -> {
              Map<UUID, Origin> origins = new HashMap<>();
              rows.forEach(row -> origins.put(row.getUUID(0), Origin.of(row)));
              return origins;
            })
        .otherwise(Map.of())
        .onSuccess(
            origins ->
                taken.forEach(
                    one -> offer(one, origins.getOrDefault(one.delivery().id(), Origin.UNKNOWN))))
        .mapEmpty();
  }

  private void offer(Attempt attempt, Origin origin) {
    TraceId trace = Objects.requireNonNullElse(origin.run(), TraceId.ofOne(attempt.alert()));
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
    tracer.offer(span(attempt, trace, parent, origin.channel()));
  }

  /** Without the address, which often is a secret, and without what the receiver answered. */
  private static Span span(
      Attempt attempt, TraceId trace, long parent, @Nullable ChannelType type) {
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
    String status = statusAttribute(type);
    if (status != null) {
      span.with("belfry.channel.type", String.valueOf(type));
      if (result != null && result.status() > 0) {
        span.with(status, result.status());
      }
    }
    boolean delivered = result != null && result.outcome() == DeliveryResult.Outcome.DELIVERED;
    return delivered
        ? span
        : span.with("error.type", errorType(result)).failed("The receiver did not accept it");
  }

  /** The attribute with the receiver's status; null when its protocol is unknown. */
  static @Nullable String statusAttribute(@Nullable ChannelType type) {
    if (type == null) {
      return null;
    }
    return switch (type) {
      case EMAIL -> "belfry.smtp.reply_code";
      // A member gets an e-mail only where no device takes the message.
      case CALL, MEMBER, OPSGENIE, PAGERDUTY, SLACK, SLACK_APP, SMS, WEBHOOK ->
          "http.response.status_code";
    };
  }

  private static String errorType(@Nullable DeliveryResult result) {
    return result == null || result.status() == 0 ? "_OTHER" : String.valueOf(result.status());
  }
}
