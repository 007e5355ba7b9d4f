package dev.belfry.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.belfry.engine.agent.AgentProxy;
import dev.belfry.engine.agent.AgentSettings;
import dev.belfry.platform.config.ConfigException;
import dev.belfry.platform.config.LogFormat;
import dev.belfry.platform.config.LogLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where an agent gets its settings from, and what it says of wrong ones. */
class AgentOptionsTest {
  private static final AgentOptions.Given NOTHING =
      new AgentOptions.Given(null, null, null, null, null, null, null, null, false);

  private static final Map<String, String> LEAST =
      Map.of("BELFRY_AGENT_URL", "https://belfry.example", "BELFRY_AGENT_KEY", "pl_0123456789");

  @TempDir private Path directory;

  private static AgentSettings of(Map<String, String> more) {
    Map<String, String> environment = new HashMap<>(LEAST);
    environment.putAll(more);
    return new AgentOptions(environment).settings(NOTHING);
  }

  private static String problems(Map<String, String> more) {
    return String.join(
        "\n", catchThrowableOfType(ConfigException.class, () -> of(more)).problems());
  }

  @Test
  void needsAnAddressAndAKeyAlone() {
    AgentSettings settings = of(Map.of());
    assertThat(settings.url()).hasToString("https://belfry.example");
    assertThat(settings.key().value()).isEqualTo("pl_0123456789");
    assertThat(settings.name()).isNotEmpty();
    assertThat(settings.directory()).isEqualTo(Path.of(".belfry", "agent"));
    assertThat(settings.spoolBytes()).isEqualTo(512L * 1024 * 1024);
    assertThat(settings.allowed()).isEqualTo(AgentSettings.PRIVATE_NETWORKS);
    assertThat(settings.authorities()).isNull();
    assertThat(settings.proxy()).isNull();
    assertThat(settings).asString().doesNotContain("pl_0123456789");
  }

  @Test
  void optionsWinOverVariables() {
    AgentSettings settings =
        new AgentOptions(LEAST)
            .settings(
                new AgentOptions.Given(
                    "https://other.example/belfry",
                    "pl_9876543210",
                    null,
                    "attic",
                    directory,
                    "none",
                    null,
                    "http://proxy.example:3128",
                    false));
    assertThat(settings.url()).hasToString("https://other.example/belfry");
    assertThat(settings.key().value()).isEqualTo("pl_9876543210");
    assertThat(settings.name()).isEqualTo("attic");
    assertThat(settings.directory()).isEqualTo(directory);
    assertThat(settings.allowed()).isEmpty();
    assertThat(settings.proxy()).isEqualTo(new AgentProxy("proxy.example", 3128, null, null));
  }

  @Test
  void readsAKeyFromAFile() throws IOException {
    Path file = directory.resolve("key");
    Files.writeString(file, "pl_from_a_file\n");
    Map<String, String> more =
        Map.of("BELFRY_AGENT_KEY", "", "BELFRY_AGENT_KEY_FILE", file.toString());
    assertThat(of(more).key().value()).isEqualTo("pl_from_a_file");
    Files.delete(file);
    assertThat(problems(more)).contains("BELFRY_AGENT_KEY_FILE", file.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "BELFRY_AGENT_URL, ''",
    "BELFRY_AGENT_URL, belfry.example",
    "BELFRY_AGENT_URL, ftp://belfry.example",
    "BELFRY_AGENT_URL, https://",
    "BELFRY_AGENT_URL, 'https://a b'",
    "BELFRY_AGENT_URL, http://belfry.example",
    "BELFRY_AGENT_URL, http://127.0.0.1.evil.example",
    "BELFRY_AGENT_KEY, ''",
    "BELFRY_AGENT_KEY, short",
    "BELFRY_AGENT_KEY, 'pl_with a space'",
    "BELFRY_AGENT_ALLOW, 10.0.0.0/33",
    "BELFRY_AGENT_ALLOW, '10.0.0.0/8,'",
    "BELFRY_AGENT_ALLOW, all",
    "BELFRY_AGENT_SPOOL_MIB, 0",
    "BELFRY_AGENT_SPOOL_MIB, -1",
    "BELFRY_AGENT_SPOOL_MIB, 1048577",
    "BELFRY_AGENT_SPOOL_MIB, 12345678901",
    "BELFRY_AGENT_SPOOL_MIB, much",
    "BELFRY_PROBE_MAX_IN_FLIGHT, 0",
    "BELFRY_PROBE_MAX_PER_HOST, 100001",
    "BELFRY_AGENT_CA_FILE, /nowhere/ca.pem",
    "BELFRY_AGENT_PROXY, proxy.example:3128",
    "BELFRY_AGENT_PROXY, https://proxy.example:3128",
    "BELFRY_AGENT_PROXY, http://proxy.example:70000",
    "BELFRY_AGENT_PROXY, http://proxy.example/way"
  })
  void namesWhatIsWrong(String variable, String value) {
    assertThat(problems(Map.of(variable, value))).contains(variable);
  }

  @Test
  void namesEveryProblemAtOnceAndNoSecret() {
    String problems =
        problems(
            Map.of(
                "BELFRY_AGENT_URL",
                "nonsense",
                "BELFRY_AGENT_KEY",
                "s3 cret",
                "BELFRY_AGENT_PROXY",
                "ftp://user:s3cret@proxy",
                "BELFRY_AGENT_SPOOL_MIB",
                "x"));
    assertThat(problems)
        .contains("BELFRY_AGENT_URL", "BELFRY_AGENT_KEY", "BELFRY_AGENT_PROXY", "SPOOL_MIB")
        .doesNotContain("s3");
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:8080, false",
    "http://localhost, false",
    "http://[::1]:8080, false",
    "http://belfry.example, true"
  })
  void takesPlainHttpOfLoopbackOrWhenAsked(String url, boolean asked) {
    Map<String, String> more = new HashMap<>(Map.of("BELFRY_AGENT_URL", url));
    if (asked) {
      more.put("BELFRY_AGENT_PLAIN_HTTP", "true");
    }
    assertThat(of(more).url()).hasToString(url);
  }

  @ParameterizedTest
  @CsvSource({
    "http://proxy.example, 80, , ",
    "http://proxy.example:3128/, 3128, , ",
    "http://me@proxy.example:3128, 3128, me, ",
    "http://me:s3c:ret%40home@proxy.example:3128, 3128, me, s3c:ret@home"
  })
  void readsAProxy(String text, int port, @Nullable String user, @Nullable String password) {
    AgentProxy proxy = of(Map.of("BELFRY_AGENT_PROXY", text)).proxy();
    assertThat(proxy).isNotNull();
    assertThat(proxy.host()).isEqualTo("proxy.example");
    assertThat(proxy.port()).isEqualTo(port);
    assertThat(proxy.user()).isEqualTo(user);
    assertThat(proxy.password() == null ? null : proxy.password().value()).isEqualTo(password);
    assertThat(proxy).asString().doesNotContain("s3c");
  }

  @Test
  void readsWhereHealthIsServedAndHowTheLogIsWritten() {
    AgentOptions options =
        new AgentOptions(
            Map.of(
                "BELFRY_MANAGEMENT_PORT", "0",
                "BELFRY_LOG_LEVEL", "debug",
                "BELFRY_LOG_FORMAT", "json"));
    assertThat(options.management().host()).isEqualTo("127.0.0.1");
    assertThat(options.management().port()).isZero();
    assertThat(options.log().level()).isEqualTo(LogLevel.DEBUG);
    assertThat(options.log().format()).isEqualTo(LogFormat.JSON);
    assertThatThrownBy(() -> new AgentOptions(Map.of("BELFRY_LOG_LEVEL", "loud")).log())
        .hasMessageContaining("BELFRY_LOG_LEVEL");
    assertThatThrownBy(
            () -> new AgentOptions(Map.of("BELFRY_MANAGEMENT_PORT", "65536")).management())
        .hasMessageContaining("BELFRY_MANAGEMENT_PORT");
  }
}
