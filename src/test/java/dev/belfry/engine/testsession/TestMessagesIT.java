package dev.belfry.engine.testsession;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.mqtt.MqttClient;
import dev.belfry.app.TestApp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What subscribers are told of test sessions, whichever instance runs them. */
class TestMessagesIT {
  private static final Map<String, String> PROBING =
      Map.of("BELFRY_LOCATIONS", "eu-west-1", "BELFRY_ALLOW_PRIVATE_TARGETS", "true");

  private static MqttClient subscriber(TestSessionFixture fixture, int port) {
    MqttClient client = new MqttClient(port);
    assertThat(client.connect(fixture.acme.account().toString(), fixture.acme.key())).isZero();
    assertThat(client.subscribe(topic(fixture))).isTrue();
    return client;
  }

  private static String topic(TestSessionFixture fixture) {
    return "account/"
        + fixture.acme.account()
        + "/ad-hoc-check-results/"
        + fixture.suite
        + "/+/+/+";
  }

  @Test
  void everyRunBeginsAndEndsOnce() {
    TestSessionFixture fixture = new TestSessionFixture();
    try (MqttClient client = subscriber(fixture, fixture.app.port())) {
      String retries = "\"testRetryStrategy\":{\"type\":\"FIXED\",\"maxRetries\":1}";
      fixture.start(fixture.job("bad", fixture.bad(), retries));
      assertThat(client.message()).startsWith("run-start ");
      assertThat(client.message()).startsWith("result ").contains("\"resultType\":\"ATTEMPT\"");
      assertThat(client.message())
          .startsWith("result ")
          .contains("\"resultType\":\"FINAL\"", "\"hasFailures\":true", "\"checkRunData\":{");
    }
  }

  @Test
  void aRunThatCannotBeMadeIsAnError() {
    TestSessionFixture fixture = new TestSessionFixture();
    try (MqttClient client = subscriber(fixture, fixture.app.port())) {
      fixture
          .client
          .post(
              TestSessionFixture.RUN,
              fixture.body("us-east-1", fixture.job("good", fixture.good(), "")))
          .hasStatus(202);
      assertThat(client.message())
          .startsWith("error \"No living instance runs checks at us-east-1");
    }
  }

  @Test
  void anotherInstanceMayRunTheChecks() throws IOException {
    try (TestApp serving = TestApp.start(Map.of());
        TestApp probing = TestApp.startOn(serving.database().address(), PROBING);
        ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      TestSessionFixture fixture = new TestSessionFixture(serving);
      try (MqttClient client = subscriber(fixture, serving.port())) {
        String session = fixture.start(fixture.job("good", fixture.good(), ""));
        assertThat(client.message()).startsWith("run-start ");
        assertThat(client.message()).contains("\"hasFailures\":false");
        fixture.ended(session);
        String slow =
            fixture.start(
                fixture.job("slow", "http://127.0.0.1:" + silent.getLocalPort() + "/", ""));
        assertThat(client.message()).startsWith("run-start ");
        probing.shutDown();
        List<String> messages = new ArrayList<>();
        messages.add(client.message());
        assertThat(messages.get(0)).startsWith("error ").contains("No living instance runs checks");
        assertThat(fixture.ended(slow).at("/results/0/hasErrors").asBoolean()).isTrue();
      }
    }
  }
}
