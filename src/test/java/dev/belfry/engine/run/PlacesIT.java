package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The shards of places: the triggers and functions of the schema. */
class PlacesIT {
  private static final UUID CHECK = new UUID(1, 1);

  private ScheduleTables tables;

  @BeforeEach
  void open() throws SQLException {
    tables = new ScheduleTables();
  }

  @AfterEach
  void close() throws SQLException {
    tables.close();
  }

  private static String check(String members) {
    return "{\"name\":\"Home\"" + (members.isEmpty() ? "" : "," + members) + "}";
  }

  @DisplayName("The first slot of a new location's first check is not taken for done")
  @Test
  void aNewLocationHasAllShardsWithNothingDone() throws SQLException {
    tables.check(CHECK, null, check("\"privateLocations\":[\"cellar\"]"));
    assertThat(tables.number("SELECT count(*) FROM shards WHERE location LIKE '%/cellar'"))
        .isEqualTo(32);
    assertThat(
            tables.number(
                """
                SELECT count(*) FROM shards k JOIN series s
                  ON k.location = s.account_id || '/' || s.location AND k.shard = s.shard
                JOIN schedules c ON c.series_id = s.id
                WHERE s.location = 'cellar' AND k.watermark < c.from_ms\
                """))
        .isEqualTo(1);
  }

  @Test
  void shardsOfAPrivateLocationLiveAsLongAsSomethingNeedsThem() throws SQLException {
    String shards = "SELECT count(*) FROM shards WHERE location LIKE '%/cellar'";
    tables.check(CHECK, null, check("\"privateLocations\":[\"cellar\"]"));
    assertThat(tables.number("SELECT drop_idle_shards()")).isZero();
    tables.settings(CHECK, check("\"locations\":[\"eu-west-1\"]"));
    assertThat(tables.number("SELECT drop_idle_shards()")).as("runs to account for").isZero();
    tables.run(
        "UPDATE shards SET watermark = epoch_millis() + 70000 WHERE location LIKE '%/cellar'");
    assertThat(tables.number("SELECT drop_idle_shards()")).isEqualTo(1);
    assertThat(tables.number(shards)).isZero();
    assertThat(tables.number("SELECT count(*) FROM shards WHERE location = 'eu-west-1'"))
        .isEqualTo(32);
    tables.settings(CHECK, check("\"privateLocations\":[\"cellar\"]"));
    assertThat(tables.number(shards)).isEqualTo(32);
    assertThat(
            tables.number(
                """
                SELECT count(*) FROM shards k JOIN series s
                  ON k.location = s.account_id || '/' || s.location AND k.shard = s.shard
                JOIN schedules c ON c.series_id = s.id AND c.until_ms IS NULL
                WHERE s.location = 'cellar' AND k.watermark < c.from_ms"""))
        .isEqualTo(1);
  }
}
