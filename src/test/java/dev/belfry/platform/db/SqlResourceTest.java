package dev.belfry.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SqlResourceTest {

  @Test
  void readsAStatementWithoutItsComments() {
    assertThat(SqlResource.read(SqlResourceTest.class, "bells.sql"))
        .isEqualTo("SELECT name, '--' AS line\n  FROM bell\n  ORDER BY name");
  }

  @Test
  void namesAFileThatIsMissing() {
    assertThatThrownBy(() -> SqlResource.read(SqlResourceTest.class, "towers.sql"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("not on the class path: towers.sql beside " + SqlResourceTest.class.getName());
  }
}
