package dev.belfry.platform.db.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.config.Secret;
import dev.belfry.platform.db.DatabaseUnusableException;
import dev.belfry.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MigrationsIT {
  private static final Migrations ONE = new Migrations("migrations/one");
  private static final Migrations TWO = new Migrations("migrations/two");

  /** Says whom it serves; then one that only adds; then one that takes away. */
  private static final Migrations SERVES = new Migrations("migrations/serves");

  private static final Migrations WIDER = new Migrations("migrations/wider");
  private static final Migrations NARROWER = new Migrations("migrations/narrower");

  private final TestDatabase database = TestDatabase.create();

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void appliesEveryMigrationToAnEmptyDatabase() {
    TWO.migrate(database.address());

    assertThat(read("SELECT name FROM tower")).containsExactly("Süd");
    assertThat(read("SELECT version FROM flyway_schema_history ORDER BY 1"))
        .containsExactly("1", "2");
  }

  @Test
  void appliesOnlyWhatIsMissing() {
    ONE.migrate(database.address());
    write("INSERT INTO tower VALUES (7, 'old')");

    TWO.migrate(database.address());

    assertThat(read("SELECT name FROM tower ORDER BY id")).containsExactly("Süd", "old");
  }

  @Test
  void doesNotLoadFlywayWhenNothingIsToDo() {
    TWO.migrate(database.address());
    write("ALTER TABLE flyway_schema_history DROP COLUMN installed_by");

    TWO.migrate(database.address());

    assertThat(read("SELECT count(*) FROM bell")).containsExactly("0");
  }

  @Test
  void refusesASchemaThatIsNewerThanTheProgram() {
    TWO.migrate(database.address());

    assertThatThrownBy(() -> ONE.migrate(database.address()))
        .isInstanceOf(SchemaTooNewException.class)
        .hasMessageContaining("version 2")
        .hasMessageContaining("up to 1");
  }

  @Test
  void isServedByANewerSchemaThatTookNothingAway() {
    WIDER.migrate(database.address());

    SERVES.migrate(database.address());

    SchemaVersions versions = SERVES.versions(database.address());
    assertThat(versions).isEqualTo(new SchemaVersions(3, 4, 3));
    assertThat(versions.areServed()).isTrue();
    assertThat(versions).asString().contains("schema version 4", "They fit");
    assertThat(read("SELECT version FROM flyway_schema_history ORDER BY 1")).hasSize(4);
  }

  @Test
  void isRefusedByANewerSchemaThatServesItNoMore() {
    NARROWER.migrate(database.address());

    assertThatThrownBy(() -> SERVES.migrate(database.address()))
        .isInstanceOf(SchemaTooNewException.class)
        .hasMessageContaining("version 5, which serves programs from version 4 on")
        .hasMessageContaining("up to 3");
    assertThat(SERVES.versions(database.address()).areServed()).isFalse();
    assertThat(SERVES.versions(database.address())).asString().contains("version 4 or newer");
    WIDER.migrate(database.address());
  }

  @Test
  void looksAtItsOwnMigrationsInANewerSchema() {
    WIDER.migrate(database.address());
    write("UPDATE flyway_schema_history SET checksum = 1 WHERE version = '2'");

    assertThatThrownBy(() -> SERVES.migrate(database.address()))
        .isInstanceOf(DatabaseUnusableException.class)
        .hasMessageContaining("checksum");
  }

  @Test
  void saysWhatAnEmptyDatabaseNeeds() {
    SchemaVersions versions = TWO.versions(database.address());

    assertThat(versions).isEqualTo(new SchemaVersions(2, 0, 0));
    assertThat(versions.areToBeMigrated()).isTrue();
    assertThat(versions.areServed()).isFalse();
    assertThat(versions).asString().contains("is empty", "can be migrated");
    assertThat(read("SELECT to_regclass('tower') IS NULL")).containsExactly("t");
  }

  @Test
  void refusesAMigrationThatWasChangedAfterItRan() {
    ONE.migrate(database.address());

    assertThatThrownBy(() -> new Migrations("migrations/changed").migrate(database.address()))
        .isInstanceOf(DatabaseUnusableException.class)
        .hasMessageContaining("checksum");
  }

  @Test
  void leavesNothingBehindWhenAMigrationFails() {
    assertThatThrownBy(() -> new Migrations("migrations/broken").migrate(database.address()))
        .isInstanceOf(DatabaseUnusableException.class)
        .hasMessageContaining("TABEL");

    assertThat(read("SELECT count(*) FROM flyway_schema_history")).containsExactly("0");
    ONE.migrate(database.address());
    assertThat(read("SELECT count(*) FROM tower")).containsExactly("0");
  }

  @Test
  void saysWhereTheDatabaseIsThatCannotBeReached() {
    assertThatThrownBy(() -> ONE.migrate(DatabaseAddress.local(1, new Secret(""))))
        .isInstanceOf(DatabaseUnusableException.class)
        .hasMessageContaining("127.0.0.1:1");
  }

  @Test
  void letsSeveralInstancesMigrateAtOnce() throws Exception {
    int instances = 4;
    CyclicBarrier barrier = new CyclicBarrier(instances);
    ExecutorService threads = Executors.newFixedThreadPool(instances);
    try {
      List<Future<?>> done = new ArrayList<>();
      for (int i = 0; i < instances; i++) {
        done.add(
            threads.submit(
                () -> {
                  barrier.await();
                  new Migrations("migrations/two").migrate(database.address());
                  return null;
                }));
      }
      for (Future<?> one : done) {
        one.get(60, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }

    assertThat(read("SELECT version FROM flyway_schema_history ORDER BY 1"))
        .containsExactly("1", "2");
  }

  private List<String> read(String sql) {
    try (Connection connection = database.jdbc();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> values = new ArrayList<>();
      while (rows.next()) {
        values.add(rows.getString(1));
      }
      return values;
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }

  private void write(String sql) {
    try (Connection connection = database.jdbc();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }
}
