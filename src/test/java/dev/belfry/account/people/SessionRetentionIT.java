package dev.belfry.account.people;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.platform.db.Database;
import dev.belfry.testing.TestDatabase;
import io.vertx.core.Vertx;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SessionRetentionIT {
  private final TestDatabase testDatabase = TestDatabase.createMigrated();
  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() {
    vertx.close().await();
    testDatabase.close();
  }

  @Test
  void whatNoInstanceTakesAnyMoreIsDeleted() {
    testDatabase.execute(
        """
        INSERT INTO accounts VALUES (gen_random_uuid(), 'Acme', NULL, '{}', now());
        INSERT INTO users VALUES (gen_random_uuid(), 'a@example.org', 'Ada', '', now());
        INSERT INTO console_sessions SELECT gen_random_uuid(), u.id, a.id, '', '', now(), now(),
            now() - make_interval(days => days)
          FROM users u, accounts a, unnest(ARRAY[-1, 7, 9]) AS days;
        INSERT INTO invitations SELECT gen_random_uuid(), a.id, 'i' || days || '@example.org',
            'VIEWER', decode(lpad(days::text, 2, '0'), 'hex'), NULL, now(),
            now() - make_interval(days => days)
          FROM accounts a, unnest(ARRAY[1, 29, 31]) AS days;
        INSERT INTO invitation_mails SELECT gen_random_uuid(), gen_random_uuid(),
            gen_random_uuid(), 'i@example.org', NULL, now() - make_interval(hours => hours)
          FROM unnest(ARRAY[1, 47, 49]) AS hours;
        INSERT INTO invitation_mails SELECT gen_random_uuid(), i.account_id, i.id, i.email, NULL,
            now() - interval '20 days' FROM invitations i WHERE i.email = 'i1@example.org';
        INSERT INTO sign_ins SELECT gen_random_uuid(), u.id, NULL, 'PASSWORD', 'WRONG_PASSWORD', '',
            '', 1, d::date, d, d FROM users u, unnest(ARRAY[now() - interval '89 days',
              now() - interval '91 days']) AS d""");
    Database database =
        new Database(
            vertx,
            testDatabase.address(),
            TestApp.config(testDatabase.address(), Map.of()).database(),
            1);

    new SessionRetention().round(database, 0).await();

    assertThat(testDatabase.count("SELECT count(*) FROM console_sessions")).isEqualTo(2);
    assertThat(testDatabase.count("SELECT count(*) FROM invitations")).isEqualTo(2);
    assertThat(testDatabase.count("SELECT count(*) FROM invitation_mails"))
        .as("the last day's, and that of an invitation")
        .isEqualTo(3);
    assertThat(testDatabase.count("SELECT count(*) FROM sign_ins WHERE outcome <> 'SUCCEEDED'"))
        .isEqualTo(1);
  }
}
