package dev.belfry.platform.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PoolerConfigTest {
  private static final String POOLER = "postgresql://belfry:hunter2@pooler.example.org/belfry";
  private static final String DIRECT = "postgresql://belfry:hunter2@direct.example.org/belfry";

  @TempDir private Path directory = Path.of("");

  private Config.Database load(Map<String, String> environment) {
    return ConfigLoader.load(environment, directory).database();
  }

  @Test
  void isKnownByTheAddressThatLeadsPastIt() {
    Map<String, String> pooled = new HashMap<>();
    pooled.put("BELFRY_DATABASE_URL", POOLER);
    assertThat(load(pooled).address()).hasFieldOrPropertyWithValue("pooler", null);
    pooled.put("BELFRY_DATABASE_SESSION_URL", DIRECT);
    assertThat(load(pooled).address())
        .extracting("pooler.session.host", "pooler.preparedStatements")
        .containsExactly("direct.example.org", false);
    pooled.put("BELFRY_DATABASE_PREPARED_STATEMENTS", "true");
    assertThat(load(pooled).address()).extracting("pooler.preparedStatements").isEqualTo(true);
  }

  @Test
  void mayNotBeMissing() {
    assertThatThrownBy(() -> load(Map.of("BELFRY_DATABASE_SESSION_URL", DIRECT)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(
            "BELFRY_DATABASE_SESSION_URL: leads past the pooler at BELFRY_DATABASE_URL,"
                + " which must be set too")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void itsWrongAddressIsNotQuoted() {
    assertThatThrownBy(
            () ->
                load(
                    Map.of(
                        "BELFRY_DATABASE_URL", POOLER,
                        "BELFRY_DATABASE_SESSION_URL", "mysql://u:hunter2@h/d",
                        "BELFRY_DATABASE_PREPARED_STATEMENTS", "perhaps")))
        .hasMessageContaining("BELFRY_DATABASE_SESSION_URL: must look like postgresql://")
        .hasMessageContaining("BELFRY_DATABASE_PREPARED_STATEMENTS: must be true or false")
        .hasMessageNotContaining("hunter2");
  }
}
