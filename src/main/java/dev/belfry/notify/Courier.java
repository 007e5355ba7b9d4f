package dev.belfry.notify;

import dev.belfry.channel.ChannelSecrets;
import dev.belfry.channel.ChannelType;
import dev.belfry.cluster.Timers;
import dev.belfry.config.Config;
import dev.belfry.config.DatabaseAddress;
import dev.belfry.db.Database;
import dev.belfry.db.Notifications;
import dev.belfry.db.Rows;
import dev.belfry.guard.AddressPolicy;
import dev.belfry.guard.Cidr;
import dev.belfry.outbox.BackOffPlan;
import dev.belfry.outbox.Delivery;
import dev.belfry.outbox.Dispatcher;
import dev.belfry.outbox.PgOutbox;
import dev.belfry.outbox.Receipt;
import dev.belfry.outbox.Sender;
import dev.belfry.statuspage.SubscriberMessages;
import dev.belfry.statuspage.SubscriberSender;
import dev.belfry.statuspage.SubscriptionLinks;
import dev.belfry.seal.Sealer;
import dev.belfry.variable.CheckVariables;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Delivers the messages of the outbox on an event loop of its own, on every instance. */
public final class Courier extends VerticleBase {
  private static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(5);
  private static final Dispatcher.Limits LIMITS = new Dispatcher.Limits(1_024, 16);
  private static final int CONNECTIONS = 4;
  private static final int MOST_WAITING = 10_000;
  private static final long COUNT_MILLIS = 10_000;

  /** Less than the dispatcher's patience, so that the reason is the sender's. */
  private static final long EXCHANGE_MILLIS = Dispatcher.ATTEMPT_MILLIS - 500;

  private static final String COUNTS =
      """
      SELECT (SELECT count(*) FROM deliveries WHERE state = 'PENDING'),
        (SELECT count(*) FROM deliveries
         WHERE state = 'DEAD' AND created_ms > epoch_millis() - 86400000)""";

  private final Config config;
  private final DatabaseAddress address;
  private final Sealer sealer;
  private final String userAgent;
  private final SubscriptionLinks links;
  private final MeterRegistry registry;
  private final InstantSource clock;
  private final RandomGenerator random;
  private @Nullable Running running;

  /**
   * @param sealer unseals what is sent
   * @param userAgent names the service to receivers
   * @param links that messages to subscribers carry
   * @param random spreads what is tried again
   */
  public Courier(
      Config config,
      DatabaseAddress address,
      Sealer sealer,
      String userAgent,
      SubscriptionLinks links,
      MeterRegistry registry,
      InstantSource clock,
      RandomGenerator random) {
    this.config = config;
    this.address = address;
    this.sealer = sealer;
    this.userAgent = userAgent;
    this.links = links;
    this.registry = registry;
    this.clock = clock;
    this.random = random;
  }

  private record Running(
      Dispatcher dispatcher,
      Database database,
      Notifications notifications,
      List<OutgoingHttp> clients) {}

  @Override
  public Future<?> start() {
    Config.Database own =
        new Config.Database(
            address, config.database().dataDir(), CONNECTIONS, STATEMENT_TIMEOUT, MOST_WAITING);
    Database database = new Database(vertx, address, own, CONNECTIONS);
    Config.Probe probe = config.probe();
    OutgoingHttp guarded =
        http(new AddressPolicy(probe.allowPrivateTargets(), probe.allowTargets()));
    OutgoingHttp open =
        http(new AddressPolicy(true, List.of(Cidr.parse("0.0.0.0/0"), Cidr.parse("::/0"))));
    DeliveryMetrics metrics = new DeliveryMetrics(registry);
    Map<Delivery.Kind, Sender> kinds = senders(database, guarded, open);
    Dispatcher dispatcher =
        new Dispatcher(
            new PgOutbox(database),
            timers(),
            delivery -> sender(kinds, delivery).send(delivery),
            new BackOffPlan(random),
            LIMITS,
            metrics);
    metrics.watch(registry, dispatcher::inFlight);
    Notifications notifications =
        new Notifications(
            vertx,
            address,
            STATEMENT_TIMEOUT,
            Map.of(PgOutbox.CHANNEL, payload -> dispatcher.wake()),
            dispatcher::wake);
    running = new Running(dispatcher, database, notifications, List.of(guarded, open));
    count(database, metrics);
    vertx.setPeriodic(COUNT_MILLIS, due -> count(database, metrics));
    dispatcher.start();
    return notifications.start();
  }

  /** Who sends what: the one place where senders are registered. */
  private Map<Delivery.Kind, Sender> senders(
      Database database, OutgoingHttp guarded, OutgoingHttp open) {
    HttpWays http = new HttpWays(guarded, open, config.sms(), clock);
    Map<ChannelType, ChannelSender.Way> ways = new EnumMap<>(ChannelType.class);
    ways.put(ChannelType.WEBHOOK, http::webhook);
    ways.put(ChannelType.SLACK, http::slack);
    ways.put(ChannelType.SMS, http::sms);
    Map<ChannelType, Sender> ofChannels = new EnumMap<>(ChannelType.class);
    MessageStore messages =
        new MessageStore(
            database, new ChannelSecrets(sealer), new CheckVariables(database, sealer));
    Sender channels = new ChannelSender(messages, ways, ofChannels);
    Map<Delivery.Kind, Sender> kinds = new EnumMap<>(Delivery.Kind.class);
    kinds.put(Delivery.Kind.ALERT, channels);
    kinds.put(Delivery.Kind.TEST, channels);
    Sender subscribers =
        new SubscriberSender(
            new SubscriberMessages(database, links), Courier::nothing, http::subscriber);
    kinds.put(Delivery.Kind.UPDATE, subscribers);
    kinds.put(Delivery.Kind.CONFIRMATION, subscribers);
    return kinds;
  }

  private static Sender sender(Map<Delivery.Kind, Sender> kinds, Delivery delivery) {
    return kinds.getOrDefault(delivery.kind(), Courier::nothing);
  }

  private static Future<Receipt> nothing(Delivery delivery) {
    return Future.succeededFuture(
        new Receipt(Receipt.Outcome.NEVER, 0, "Nothing sends a " + delivery.kind(), null));
  }

  private OutgoingHttp http(AddressPolicy policy) {
    return new OutgoingHttp(vertx, policy, userAgent, LIMITS.total(), EXCHANGE_MILLIS, clock);
  }

  private static void count(Database database, DeliveryMetrics metrics) {
    database
        .query(COUNTS, Tuple.tuple())
        .map(rows -> Rows.list(rows, row -> row))
        .onSuccess(rows -> metrics.counted(rows.get(0).getLong(0), rows.get(0).getLong(1)));
  }

  private Timers timers() {
    return new Timers() {
      @Override
      public void after(long millis, Runnable what) {
        vertx.setTimer(Math.max(1, millis), due -> what.run());
      }

      @Override
      public long nanos() {
        return System.nanoTime();
      }
    };
  }

  /** What is under way is finished within the grace or given back; then everything is closed. */
  @Override
  public Future<?> stop() {
    Running here = running;
    if (here == null) {
      return Future.succeededFuture();
    }
    long grace = Math.min(config.shutdown().grace().toMillis(), Dispatcher.ATTEMPT_MILLIS);
    return here.dispatcher()
        .stop(Math.max(1, grace))
        .transform(stopped -> here.notifications().close())
        .transform(closed -> Future.join(here.clients().stream().map(OutgoingHttp::close).toList()))
        .transform(closed -> here.database().close());
  }
}
