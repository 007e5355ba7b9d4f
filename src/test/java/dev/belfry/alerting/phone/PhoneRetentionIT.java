package dev.belfry.alerting.phone;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.platform.db.Database;
import dev.belfry.testing.TestDatabase;
import io.vertx.core.Vertx;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PhoneRetentionIT {
  private final TestDatabase testDatabase = TestDatabase.createMigrated();
  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() {
    vertx.close().await();
    testDatabase.close();
  }

  @Test
  void whatNoBoundCountsAnyMoreIsDeleted() {
    testDatabase.execute(
        """
        INSERT INTO users VALUES (gen_random_uuid(), 'a@example.org', 'Ada', '', now());
        INSERT INTO phone_codes SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(),
            '+49', now() - make_interval(days => days) FROM unnest(ARRAY[1, 29, 31]) AS days;
        INSERT INTO person_texts SELECT u.id, gen_random_uuid(), now() - make_interval(hours => hours)
          FROM users u, unnest(ARRAY[1, 47, 49]) AS hours""");
    Database database =
        new Database(
            vertx,
            testDatabase.address(),
            TestApp.config(testDatabase.address(), Map.of()).database(),
            1);

    new PhoneRetention().round(database, 0).await();

    assertThat(testDatabase.count("SELECT count(*) FROM phone_codes")).isEqualTo(2);
    assertThat(testDatabase.count("SELECT count(*) FROM person_texts")).isEqualTo(2);
  }
}
