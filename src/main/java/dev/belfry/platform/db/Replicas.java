package dev.belfry.platform.db;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.internal.ContextInternal;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The servers that reads of this process may go to. Asks the primary ten times a second how far its
 * log is, and each replica whether it has that; on an event loop of its own, so that busy requests
 * delay no answer. Safe for every thread.
 */
public final class Replicas implements AutoCloseable {
  private static final long PERIOD_MILLIS = 100;
  private static final Duration PATIENCE = Duration.ofMillis(250);
  private static final String NOW = "SELECT " + WalPosition.COLUMNS + " FROM " + WalPosition.NOW;

  /** Its row reaches the replicas that follow the primary, and no other. */
  private static final String BEGUN =
      """
      INSERT INTO database_timelines (server, timeline) VALUES ($1, $2) ON CONFLICT DO NOTHING""";

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final ContextInternal loop = (ContextInternal) vertx.getOrCreateContext();
  private final Config.Reads config;
  private final List<Replica> all;
  private final TransactionSettings settings;
  private final Pool primary;
  private final AtomicInteger turn = new AtomicInteger();
  private @Nullable WalPosition last;
  private @Nullable WalPosition begun;
  private volatile boolean closed;

  /**
   * Begins to ask.
   *
   * @param primary the server that takes writes
   * @param timeout bound on a statement
   */
  public Replicas(DatabaseAddress primary, Config.Reads config, Duration timeout) {
    this.config = config;
    this.all =
        config.address().servers().stream()
            .map(
                server ->
                    new Replica(
                        server,
                        ConnectOptions.of(config.address().at(server), timeout),
                        config.lag(),
                        vertx,
                        loop))
            .toList();
    ConnectOptions options = ConnectOptions.of(primary, timeout).ranked(LoginTurns.Rank.SHARED);
    this.settings = options.perTransaction();
    this.primary = options.poolOfOne(vertx, timeout);
    loop.runOnContext(started -> beat());
  }

  /** All of them, also those that no read goes to now. */
  public List<Replica> all() {
    return all;
  }

  /** How long a read waits for a replica that is behind. */
  Duration longestLag() {
    return config.lag();
  }

  boolean noneIsUsable() {
    return all.stream().noneMatch(Replica::isUsable);
  }

  /** The next one that reads may go to, in turns; null without one. */
  @Nullable Replica choose() {
    int first = turn.getAndIncrement();
    for (int i = 0; i < all.size(); i++) {
      Replica one = all.get(Math.floorMod(first + i, all.size()));
      if (one.isUsable()) {
        return one;
      }
    }
    return null;
  }

  private void beat() {
    Promise<WalPosition> told = loop.promise();
    ask(NOW, Tuple.tuple())
        .map(rows -> WalPosition.of(rows.iterator().next()))
        .compose(this::recorded)
        .onComplete(told);
    told.future()
        .timeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
        .onComplete(
            asked -> {
              if (!closed) {
                last = asked.succeeded() ? asked.result() : last;
                all.forEach(replica -> replica.probe(last, asked.succeeded()));
                vertx.setTimer(PERIOD_MILLIS, next -> beat());
              }
            });
  }

  /** A timeline is recorded once, and the position returned is from before that. */
  private Future<WalPosition> recorded(WalPosition now) {
    return now.isSameHistory(begun)
        ? Future.succeededFuture(now)
        : ask(BEGUN, now.history())
            .map(
                done -> {
                  begun = now;
                  return now;
                });
  }

  private Future<RowSet<Row>> ask(String sql, Tuple parameters) {
    return primary.withConnection(
        connection ->
            settings.around(connection, one -> one.preparedQuery(sql).execute(parameters)));
  }

  /** Stops asking. Blocks. */
  @Override
  public void close() {
    closed = true;
    vertx.close().await();
  }
}
