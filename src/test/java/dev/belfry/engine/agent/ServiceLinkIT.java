package dev.belfry.engine.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.app.TestApp;
import dev.belfry.platform.config.Secret;
import dev.belfry.testing.ConnectProxy;
import dev.belfry.testing.LogCapture;
import dev.belfry.testing.Polling;
import dev.belfry.testing.TlsFiles;
import io.vertx.core.Vertx;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** An agent's way to a service with a certificate of a private authority. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServiceLinkIT {
  private static final String CONNECTED = "connected";

  @TempDir private static Path directory = Path.of("");
  private TlsFiles files;
  private TestApp app;
  private String key;

  @BeforeAll
  void open() throws Exception {
    files = new TlsFiles(directory);
    Files.writeString(directory.resolve("authority.pem"), files.authority());
    Path other = Files.createDirectory(directory.resolve("other"));
    Files.writeString(directory.resolve("stranger.pem"), new TlsFiles(other).authority());
    app = TestApp.start(files.environment());
    HttpRequest location =
        HttpRequest.newBuilder(URI.create(service() + "/v1/private-locations"))
            .timeout(Duration.ofSeconds(20))
            .header("Authorization", "Bearer " + app.newTenant().key())
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"name\":\"Cellar\",\"slugName\":\"cellar\"}"))
            .build();
    String made =
        HttpClient.newBuilder()
            .sslContext(files.client())
            .build()
            .send(location, BodyHandlers.ofString())
            .body();
    key = new ObjectMapper().readTree(made).at("/keys/0/rawKey").asText();
  }

  @AfterAll
  void close() {
    app.close();
  }

  /** What becomes of the first attempt to connect: connected, or what the log says of it. */
  private String outcome(String url, @Nullable String authority, @Nullable AgentProxy proxy) {
    BlockingQueue<String> outcome = new LinkedBlockingQueue<>();
    Vertx vertx = Vertx.vertx();
    AgentSettings settings =
        new AgentSettings(
            URI.create(url),
            new Secret(key),
            "test",
            "0.9",
            directory,
            1,
            authority == null ? null : directory.resolve(authority),
            proxy,
            List.of(),
            1,
            1);
    ServiceLink link =
        new ServiceLink(
            vertx,
            settings,
            new ServiceLink.Listener() {
              @Override
              public void onConnected() {
                outcome.add(CONNECTED);
              }

              @Override
              public void onEvent(String event, JsonNode message) {}

              @Override
              public void onRefused(int code, String reason) {
                outcome.add(code + " " + reason);
              }
            });
    try (LogCapture log = new LogCapture(ServiceLink.class.getName())) {
      vertx.runOnContext(begin -> link.start());
      Instant deadline = Instant.now().plusSeconds(20);
      while (outcome.isEmpty()) {
        assertThat(Instant.now()).as("it neither connects nor fails").isBefore(deadline);
        log.messages().stream()
            .filter(line -> line.startsWith("Cannot reach"))
            .findFirst()
            .ifPresent(outcome::add);
        Polling.pause();
      }
      assertThat(log.messages()).noneMatch(line -> line.contains(key) || line.contains("s3cret"));
      return outcome.remove();
    } finally {
      vertx.close().await();
    }
  }

  private String service() {
    return "https://127.0.0.1:" + app.port();
  }

  @Test
  void trustsTheAuthorityItIsGivenAndNoOther() {
    assertThat(outcome(service(), "authority.pem", null)).isEqualTo(CONNECTED);
    assertThat(outcome(service(), "stranger.pem", null)).contains("PKIX");
    assertThat(outcome(service(), null, null)).contains("PKIX");
  }

  @Test
  void demandsTheNameOfTheService() {
    assertThat(outcome("https://localhost:" + app.port(), "authority.pem", null))
        .isNotEqualTo(CONNECTED)
        .contains("No name matching localhost found");
  }

  @Test
  void goesThroughAProxyThatSeesNoKey() {
    try (ConnectProxy proxy = new ConnectProxy("me:s3cret")) {
      AgentProxy known = new AgentProxy("127.0.0.1", proxy.port(), "me", new Secret("s3cret"));
      assertThat(outcome(service(), "authority.pem", known)).isEqualTo(CONNECTED);
      assertThat(proxy.tunnels()).containsExactly("127.0.0.1:" + app.port());
      assertThat(outcome(service(), "stranger.pem", known)).contains("PKIX");
      AgentProxy stranger = new AgentProxy("127.0.0.1", proxy.port(), "me", new Secret("x"));
      assertThat(outcome(service(), "authority.pem", stranger)).contains("407");
    }
  }
}
