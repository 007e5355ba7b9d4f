package dev.belfry.alerting.delivery;

import dev.belfry.alerting.mail.Mailer;
import dev.belfry.alerting.mail.smtp.Mailers;
import dev.belfry.alerting.push.PushEncryption;
import dev.belfry.alerting.push.PushKeys;
import dev.belfry.platform.cluster.VertxTimers;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.config.Quota;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Notifications;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.guard.AddressPolicy;
import dev.belfry.platform.guard.Cidr;
import dev.belfry.platform.outbox.BackOffPlan;
import dev.belfry.platform.outbox.Delivery;
import dev.belfry.platform.outbox.Dispatcher;
import dev.belfry.platform.outbox.PgOutbox;
import dev.belfry.platform.outbox.Sender;
import dev.belfry.platform.trace.Tracer;
import dev.belfry.statuspages.subscription.AnnouncementWorker;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Queues the messages of announcements and delivers those of the outbox; every instance runs one on
 * its own event loop.
 */
public final class DeliveryVerticle extends VerticleBase {
  private static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(5);
  private static final int MOST_IN_FLIGHT = 1_024;
  private static final int MOST_OF_LANE = 16;
  private static final int MOST_OF_AUDIENCE = 896;
  private static final int CONNECTIONS = 4;
  private static final int MOST_WAITING = 10_000;
  private static final long COUNT_MILLIS = 10_000;

  /** Less than the dispatcher's limit, so that the sender reports the reason of a timeout. */
  private static final long EXCHANGE_MILLIS = Dispatcher.ATTEMPT_MILLIS - 500;

  /** An attempt to tell a person has time for a second request, or for an e-mail after one. */
  private static final long WAY_MILLIS = 4_000;

  private static final String COUNTS =
      """
      SELECT (SELECT count(*) FROM deliveries
         WHERE state = 'PENDING' AND coalesce(held_until_ms, 0) <= epoch_millis()
           AND kind IN ('ALERT', 'TEST', 'CHANNEL_FAILURE', 'CHANNEL_RECOVERY', 'GROUP',
             'OBJECTIVE_ALERT', 'OBJECTIVE_RECOVERY', 'OBJECTIVE_REPORT', 'ALERT_ACTION'))
         + (SELECT count(*) FROM deliveries
            WHERE state = 'PENDING'
              AND kind IN ('UPDATE', 'CONFIRMATION', 'DIGEST', 'INVITATION', 'PHONE_CODE')),
        (SELECT count(*) FROM deliveries
         WHERE state = 'DEAD' AND created_ms > epoch_millis() - 86400000),
        (SELECT count(*) FROM announcements),
        (SELECT coalesce(max(epoch_millis() - created_ms), 0) FROM announcements)""";

  private final Config config;
  private final DatabaseAddress address;
  private final Senders.Means means;
  private final MeterRegistry registry;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final Tracer tracer;
  private @Nullable Running running;

  /**
   * Creates it.
   *
   * @param random spreads retries over time
   * @param tracer takes the spans of attempts
   */
  public DeliveryVerticle(
      Config config,
      DatabaseAddress address,
      Senders.Means means,
      MeterRegistry registry,
      InstantSource clock,
      RandomGenerator random,
      Tracer tracer) {
    this.config = config;
    this.address = address;
    this.means = means;
    this.registry = registry;
    this.clock = clock;
    this.random = random;
    this.tracer = tracer;
  }

  private record Running(
      Dispatcher dispatcher,
      AnnouncementWorker announcements,
      AnnouncementWorker digests,
      Database database,
      Notifications notifications,
      List<OutgoingHttp> clients,
      PushEncryption encryption,
      Mailer mailer,
      @Nullable DeliverySpans spans) {}

  @Override
  public Future<?> start() {
    Config.Database own =
        new Config.Database(
            address,
            config.database().dataDir(),
            CONNECTIONS,
            STATEMENT_TIMEOUT,
            MOST_WAITING,
            null);
    Database database = new Database(vertx, address, own, CONNECTIONS);
    Config.Probe probe = config.probe();
    OutgoingHttp guarded =
        http(new AddressPolicy(probe.allowPrivateTargets(), probe.allowTargets()));
    OutgoingHttp strangers = http(strangersPolicy(config.subscribers()));
    AddressPolicy anywhere =
        new AddressPolicy(true, List.of(Cidr.parse("0.0.0.0/0"), Cidr.parse("::/0")));
    OutgoingHttp open = http(anywhere);
    OutgoingHttp push =
        http(new AddressPolicy(probe.allowPrivateTargets(), probe.allowTargets()), WAY_MILLIS);
    OutgoingHttp texts = http(anywhere, WAY_MILLIS);
    PushEncryption encryption =
        new PushEncryption(vertx, new PushKeys(database, means.sealer(), clock), config);
    DeliveryMetrics metrics = new DeliveryMetrics(registry);
    Mailer mailer = Mailers.of(vertx, config);
    Map<Delivery.Kind, Sender> senders =
        new Senders(means, config, clock)
            .of(
                database,
                new Senders.Clients(guarded, strangers, open, push, texts, encryption),
                mailer);
    Sender send = delivery -> Objects.requireNonNull(senders.get(delivery.kind())).send(delivery);
    DeliverySpans spans = tracer.isOn() ? new DeliverySpans(tracer, database, clock) : null;
    Dispatcher dispatcher =
        new Dispatcher(
            new PgOutbox(database),
            new VertxTimers(vertx),
            spans == null ? send : spans.around(send),
            new BackOffPlan(random),
            limits(config.quotas().of(Quota.DELIVERIES)),
            metrics);
    metrics.watch(registry, dispatcher::inFlight);
    AnnouncementWorker announcements = new AnnouncementWorker(database, new VertxTimers(vertx));
    AnnouncementWorker digests = AnnouncementWorker.ofDigests(database, new VertxTimers(vertx));
    Notifications notifications =
        new Notifications(
            vertx,
            address,
            STATEMENT_TIMEOUT,
            Map.of(
                PgOutbox.CHANNEL,
                payload -> {
                  if (!announcements.wake(payload)) {
                    dispatcher.wake();
                  }
                }),
            () -> {
              announcements.wake();
              dispatcher.wake();
            });
    running =
        new Running(
            dispatcher,
            announcements,
            digests,
            database,
            notifications,
            List.of(guarded, strangers, open, push, texts),
            encryption,
            mailer,
            spans);
    if (spans != null) {
      spans.start(new VertxTimers(vertx));
    }
    count(database, metrics);
    vertx.setPeriodic(COUNT_MILLIS, due -> count(database, metrics));
    announcements.start();
    digests.start();
    dispatcher.start();
    return notifications.start();
  }

  private static Dispatcher.Limits limits(long ofAccount) {
    int most = ofAccount == 0 ? MOST_IN_FLIGHT : (int) Math.min(MOST_IN_FLIGHT, ofAccount);
    return new Dispatcher.Limits(MOST_IN_FLIGHT, MOST_OF_LANE, MOST_OF_AUDIENCE, most);
  }

  /** Strangers choose these addresses, so what monitors may reach does not count. */
  private static AddressPolicy strangersPolicy(Config.Subscribers subscribers) {
    return subscribers.allowPrivateTargets()
        ? new AddressPolicy(true, List.of())
        : AddressPolicy.INTERNET;
  }

  private OutgoingHttp http(AddressPolicy policy) {
    return http(policy, EXCHANGE_MILLIS);
  }

  private OutgoingHttp http(AddressPolicy policy, long timeoutMillis) {
    return new OutgoingHttp(vertx, policy, means.userAgent(), MOST_IN_FLIGHT, timeoutMillis, clock);
  }

  private static void count(Database database, DeliveryMetrics metrics) {
    database
        .query(COUNTS, Tuple.tuple())
        .map(rows -> Rows.list(rows, row -> row))
        .onSuccess(
            rows ->
                metrics.counted(
                    rows.get(0).getLong(0),
                    rows.get(0).getLong(1),
                    rows.get(0).getLong(2),
                    rows.get(0).getLong(3)));
  }

  private static Future<Void> last(@Nullable DeliverySpans spans) {
    return spans == null ? Future.succeededFuture() : spans.flush();
  }

  /** Finishes or returns messages in transmission within the grace period, then closes. */
  @Override
  public Future<?> stop() {
    Running here = running;
    if (here == null) {
      return Future.succeededFuture();
    }
    long grace = Math.min(config.shutdown().grace().toMillis(), Dispatcher.ATTEMPT_MILLIS);
    return Future.join(
            here.announcements().stop(),
            here.digests().stop(),
            here.dispatcher().stop(Math.max(1, grace)))
        .transform(stopped -> last(here.spans()))
        .transform(traced -> here.notifications().close())
        .transform(closed -> Future.join(here.clients().stream().map(OutgoingHttp::close).toList()))
        .transform(closed -> here.encryption().close())
        .transform(closed -> here.mailer().close())
        .transform(closed -> here.database().close());
  }
}
