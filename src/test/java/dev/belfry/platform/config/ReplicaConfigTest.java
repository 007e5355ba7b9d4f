package dev.belfry.platform.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplicaConfigTest {
  private static final String PRIMARY = "postgresql://belfry:hunter2@db1.example.org/belfry";
  private static final String ALL = "postgresql://belfry:hunter2@db1,db2:5433/belfry";

  @TempDir private Path directory = Path.of("");

  private Config.Database load(Map<String, String> more) {
    Map<String, String> environment = new HashMap<>(more);
    environment.putIfAbsent("BELFRY_DATABASE_URL", PRIMARY);
    return ConfigLoader.load(environment, directory).database();
  }

  private Config.Reads reads(Map<String, String> more) {
    return Objects.requireNonNull(load(more).reads());
  }

  @Test
  void thereAreNoneUnlessNamed() {
    assertThat(load(Map.of()).reads()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "?target_session_attrs=standby", "?target_session_attrs=prefer-standby"})
  void severalMayBeNamed(String words) {
    Config.Reads reads = reads(Map.of("BELFRY_DATABASE_READ_URL", ALL + words));
    assertThat(reads.address().where()).isEqualTo("db1:5432, db2:5433");
    assertThat(reads.lag()).isEqualTo(Duration.ofMillis(100));
    assertThat(reads.address().pooler()).isNull();
  }

  @Test
  void areBehindAPoolerWhenThePrimaryIs() {
    assertThat(
            reads(
                    Map.of(
                        "BELFRY_DATABASE_SESSION_URL", PRIMARY,
                        "BELFRY_DATABASE_PREPARED_STATEMENTS", "true",
                        "BELFRY_DATABASE_READ_URL", ALL))
                .address())
        .extracting("pooler.preparedStatements")
        .isEqualTo(false);
  }

  @Test
  void eachFaultIsNamedWithoutThePassword() {
    assertThatThrownBy(
            () ->
                load(
                    Map.of(
                        "BELFRY_DATABASE_READ_URL",
                        ALL + "?target_session_attrs=read-write",
                        "BELFRY_DATABASE_READ_LAG",
                        "2s")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(
            "BELFRY_DATABASE_READ_URL: has a wrong target_session_attrs:"
                + " it must be standby or prefer-standby")
        .hasMessageContaining("BELFRY_DATABASE_READ_LAG: must be")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void theEmbeddedServerHasNone() {
    assertThatThrownBy(() -> ConfigLoader.load(Map.of("BELFRY_DATABASE_READ_URL", ALL), directory))
        .hasMessageContaining(
            "BELFRY_DATABASE_READ_URL: leads to replicas of the Postgres at BELFRY_DATABASE_URL,"
                + " which must be set too")
        .hasMessageNotContaining("hunter2");
  }
}
