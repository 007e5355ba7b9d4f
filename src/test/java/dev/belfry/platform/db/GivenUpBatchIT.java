package dev.belfry.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.db.BulkStatement.Column;
import dev.belfry.platform.error.ApiException;
import dev.belfry.testing.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.internal.ContextInternal;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of writes that share a batch which takes longer than requests wait. */
class GivenUpBatchIT {
  private static final UUID NOTE = UUID.fromString("00000000-0000-7000-8000-000000000001");

  private static final String APPEND =
      """
      UPDATE notes n SET text = n.text || a.text
      FROM unnest($1::uuid[], $2::uuid[], $3::text[]) WITH ORDINALITY
          AS a (account, id, text, number)
        CROSS JOIN (SELECT set_config('belfry.acting', $4, true)) AS acting
      WHERE n.id = a.id
      RETURNING n.text, a.number""";

  /** Two changes of a row are two statements, each within its time, and together they are not. */
  private static final String SLOW =
      """
      CREATE TABLE notes (id uuid PRIMARY KEY, text text);
      INSERT INTO notes VALUES ('%s', '');
      CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_sleep(0.6);
        RETURN NEW;
      EXCEPTION WHEN query_canceled THEN
        IF NEW.text LIKE '%%!' THEN
          RETURN NEW;
        END IF;
        RAISE;
      END $$;
      CREATE TRIGGER linger BEFORE UPDATE ON notes FOR EACH ROW EXECUTE FUNCTION linger()""";

  private final LoopFixture fixture = new LoopFixture(1, Map.of("BELFRY_DATABASE_TIMEOUT", "1s"));
  private final TestDatabase testDatabase = fixture.testDatabase;
  private final ContextInternal loop = fixture.loop;
  private final Database database = fixture.database;
  private final BulkStatement append;

  GivenUpBatchIT() {
    testDatabase.execute(SLOW.formatted(NOTE));
    append = on(() -> Future.succeededFuture(database.bulkWrite(APPEND, Column.GUID, Column.TEXT)));
    on(database::ready);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private <T> T on(Supplier<Future<T>> work) {
    return LoopFixture.on(loop, work);
  }

  /** What becomes of changes that are sent in one turn of the loop. */
  private List<String> together(String... texts) {
    return on(
        () ->
            Future.all(
                    Stream.of(texts)
                        .map(
                            text ->
                                append
                                    .execute(NOTE, NOTE, text)
                                    .map(GivenUpBatchIT::text)
                                    .otherwise(
                                        failure -> ((ApiException) failure).error().status() + ""))
                        .toList())
                .map(done -> done.<String>list()));
  }

  private static String text(Optional<Row> found) {
    return found.map(row -> row.getString(0)).orElse("locked");
  }

  private void isStored(String text) {
    long deadline = System.nanoTime() + 10_000_000_000L;
    while (isWriting()) {
      assertThat(System.nanoTime()).as("the server goes on").isLessThan(deadline);
    }
    assertThat(testDatabase.count("SELECT count(*) FROM notes WHERE text = '" + text + "'"))
        .as("text is " + text)
        .isOne();
  }

  private boolean isWriting() {
    return testDatabase.count(
            """
            SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
            AND query LIKE 'UPDATE notes%' AND state <> 'idle'""")
        > 0;
  }

  @Test
  void isRolledBackWhenItsCallersAreToldThatItTookTooLong() {
    assertThat(together("a", "b")).containsExactly("503", "503");
    isStored("");
  }

  @Test
  void answersItsCallersWhenItIsCommittedAfterAll() {
    assertThat(together("a", "!")).containsExactly("a", "a!");
    isStored("a!");
  }

  @Test
  void isFollowedByOthersOnAnotherConnection() {
    assertThat(together("a", "b")).containsExactly("503", "503");
    String answer = "503";
    long end = System.nanoTime() + 10_000_000_000L;
    while (!answer.equals("c") && System.nanoTime() < end) {
      answer = together("c").get(0);
    }
    assertThat(answer).isEqualTo("c");
  }
}
