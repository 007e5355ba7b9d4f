package dev.belfry.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.belfry.app.TestApp;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.config.Secret;
import dev.belfry.platform.error.ApiException;
import dev.belfry.testing.TestDatabase;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.sqlclient.Tuple;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A Postgres that is well, but has no place for one more connection. */
class FewConnectionsIT {
  private static final String ROLE = "crowded";

  @Test
  void saysThatPostgresHasNoPlaceForAConnection() {
    Logger logger = (Logger) LoggerFactory.getLogger(Failures.class);
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    Vertx vertx = Vertx.vertx();
    TestDatabase files = TestDatabase.create();
    try {
      logger.addAppender(log);
      files.execute("DROP ROLE IF EXISTS " + ROLE);
      files.execute("CREATE ROLE " + ROLE + " LOGIN PASSWORD 'crowded' CONNECTION LIMIT 0");
      DatabaseAddress there = files.address();
      DatabaseAddress address =
          new DatabaseAddress(
              there.host(),
              there.port(),
              there.database(),
              ROLE,
              new Secret("crowded"),
              there.sslMode());
      ContextInternal loop = (ContextInternal) vertx.getOrCreateContext();
      Config.Database config = TestApp.config(address, Map.of()).database();
      assertThatThrownBy(
              () ->
                  LoopFixture.on(
                      loop,
                      () ->
                          new Database(vertx, address, config, 1).query("SELECT 1", Tuple.tuple())))
          .isInstanceOf(ApiException.class)
          .hasMessageContaining("unavailable");
      assertThat(log.list)
          .extracting(ILoggingEvent::getFormattedMessage)
          .singleElement()
          .asString()
          .contains("too many connections for role \"crowded\"")
          .contains("max_connections")
          .contains("BELFRY_DATABASE_POOL_SIZE");
    } finally {
      logger.detachAppender(log);
      vertx.close().await();
      files.execute("DROP ROLE IF EXISTS " + ROLE);
      files.close();
    }
  }
}
