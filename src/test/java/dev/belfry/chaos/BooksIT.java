package dev.belfry.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.TestDatabase;
import org.junit.jupiter.api.Test;

/** The books that runs of minutes end with: each statement is one that Postgres takes. */
class BooksIT {
  @Test
  void findNothingInADatabaseWhereNothingHappened() throws Exception {
    try (TestDatabase database = TestDatabase.createMigrated();
        Books books = new Books(database.address());
        ChaosReceiver receiver = new ChaosReceiver(1)) {
      AlertBooks alerts = new AlertBooks(books);
      assertThat(alerts.breaches(receiver)).isEmpty();
      assertThat(alerts.messages() + alerts.episodes()).isZero();
      assertThat(books.number(AlertBooks.PENDING)).isZero();
      assertThat(books.wrong()).isEmpty();
      assertThat(books.twice()).isEmpty();
      assertThat(books.lost()).isEmpty();
      assertThat(books.stuck()).isEmpty();
    }
  }
}
