package dev.belfry.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class TestDatabaseIT {
  @Test
  void keepsTestsApart() throws SQLException {
    try (TestDatabase one = TestDatabase.create();
        TestDatabase two = TestDatabase.create()) {
      run(one, "CREATE TABLE mine (id int)");

      run(two, "CREATE TABLE mine (id int)");
    }
  }

  @Test
  void dropsTheDatabaseUnderOpenConnections() throws SQLException {
    TestDatabase database = TestDatabase.create();
    try (Connection connection = database.jdbc()) {
      database.close();

      assertThat(connection.isValid(1)).isFalse();
      assertThatThrownBy(database::jdbc).hasMessageContaining("test database");
    }
  }

  @Test
  void clonesTheSchemaOfTheProgram() throws SQLException {
    try (TestDatabase database = TestDatabase.createMigrated();
        Connection connection = database.jdbc();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM flyway_schema_history")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getInt(1)).isPositive();
    }
  }

  @Test
  void aConnectionThatIsUsedAgainHasNothingOfItsUserBefore() throws SQLException {
    try (TestDatabase database = TestDatabase.create()) {
      try (Connection connection = database.jdbc();
          Statement statement = connection.createStatement()) {
        statement.execute("SET lock_timeout = '7s'; SELECT pg_advisory_lock(1)");
        connection.setAutoCommit(false);
        statement.execute("CREATE TABLE undone (id int)");
      }
      assertThat(
              database.count(
                  "SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database"
                      + " WHERE l.locktype = 'advisory' AND d.datname = current_database()"))
          .isZero();
      assertThat(database.count("SELECT count(*) FROM pg_class WHERE relname = 'undone'")).isZero();
      assertThat(
              database.count(
                  "SELECT count(*) FROM pg_settings"
                      + " WHERE name = 'lock_timeout' AND setting = '7000'"))
          .isZero();
    }
  }

  private static void run(TestDatabase database, String sql) throws SQLException {
    try (Connection connection = database.jdbc();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
