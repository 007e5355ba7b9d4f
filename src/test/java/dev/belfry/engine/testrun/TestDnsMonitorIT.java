package dev.belfry.engine.testrun;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.engine.probe.dns.DnsWire;
import dev.belfry.engine.probe.dns.ScriptedDns;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code POST /v1/check-tests/dns}: from the settings to the verdict. */
class TestDnsMonitorIT {
  private static final String PATH = "/v1/check-tests/dns";
  private static final int TXT = 16;

  @SuppressWarnings("NullAway.Init")
  private static TestApp app;

  @SuppressWarnings("NullAway.Init")
  private static ApiClient client;

  @SuppressWarnings("NullAway.Init")
  private static ScriptedDns server;

  @BeforeAll
  static void open() throws IOException {
    app =
        TestApp.start(
            Map.of("BELFRY_LOCATIONS", "eu-west-1", "BELFRY_ALLOW_PRIVATE_TARGETS", "true"));
    client = app.as(app.newTenant());
    server = ScriptedDns.playing(TestDnsMonitorIT::answer);
  }

  @AfterAll
  static void close() throws IOException {
    server.close();
    app.close();
  }

  /** Every name has one address and nothing else. */
  private static void answer(ScriptedDns.Query query) throws IOException {
    int type = DnsWire.typeOf(query.bytes());
    DnsWire response = query.response();
    query.send(
        switch (type) {
          case 1 -> response.answer(1, "cb007107");
          case TXT -> response.code(DnsWire.NXDOMAIN);
          default -> response;
        });
  }

  private static ApiReply test(String recordType, boolean shouldFail, String assertions) {
    return client
        .post(
            PATH,
            """
            {"shouldFail":%s,"maxResponseTime":5000,"degradedResponseTime":5000,"request":
             {"query":"example.com","recordType":"%s","nameServer":"127.0.0.1","port":%d,
              "assertions":[%s]}}"""
                .formatted(shouldFail, recordType, server.port(), assertions))
        .hasStatus(200)
        .matchesContract("testDnsMonitor");
  }

  @ParameterizedTest
  @CsvSource({
    "A, false, NONE, ",
    "TXT, false, RESPONSE_CODE, The response code was NXDOMAIN",
    "MX, false, NO_RECORD, example.com. has no record of type MX",
    "A, true, SHOULD_HAVE_FAILED, The response code was NOERROR though the request should fail",
    "TXT, true, NONE, ",
    "MX, true, NONE, ",
  })
  void judgesTheAnswerWithoutAssertions(
      String recordType, boolean shouldFail, String reason, @Nullable String message) {
    ApiReply reply = test(recordType, shouldFail, "");
    assertThat(reply.at("/hasFailures").asBoolean()).isEqualTo(!reason.equals("NONE"));
    assertThat(reply.at("/reason").asText("NONE")).isEqualTo(reason);
    assertThat(reply.at("/message").textValue()).isEqualTo(message);
    assertThat(reply.at("/statusCode").isNull()).isTrue();
    assertThat(reply.at("/address").asText()).isEqualTo("127.0.0.1:" + server.port());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          TXT | RESPONSE_CODE | EQUALS      | NXDOMAIN    | ''               | ''          | true
          A   | RESPONSE_CODE | EQUALS      | NXDOMAIN    | ''               | ''          | false
          A   | TEXT_ANSWER   | CONTAINS    | 203.0.113.7 | ''               | ''          | true
          A   | TEXT_ANSWER   | EQUALS      | 300         | com. ([0-9]+) IN | ''          | true
          A   | TEXT_ANSWER   | EQUALS      | 203.0.113.7 | ''               | A (.*)      | true
          A   | TEXT_ANSWER   | IS_EMPTY    | ''          | ''               | ''          | false
          MX  | TEXT_ANSWER   | IS_EMPTY    | ''          | ''               | ''          | true
          A   | JSON_ANSWER   | EQUALS      | 203.0.113.7 | $.Answer[0].data | ''          | true
          A   | JSON_ANSWER   | LESS_THAN   | 301         | $.Answer[0].TTL  | ''          | true
          A   | JSON_ANSWER   | HAS_KEY     | Question    | ''               | ''          | true
          MX  | JSON_ANSWER   | IS_EMPTY    | ''          | $.Answer         | ''          | true
          A   | RESPONSE_TIME | LESS_THAN   | 5000        | ''               | ''          | true
          """)
  void assertionsAloneDecide(
      String recordType,
      String source,
      String comparison,
      String target,
      String property,
      String regex,
      boolean passes) {
    ApiReply reply =
        test(
            recordType,
            false,
            """
            {"source":"%s","comparison":"%s","target":"%s","property":"%s","regex":"%s"}"""
                .formatted(source, comparison, target, property, regex));
    assertThat(reply.at("/assertions/0/passed").asBoolean()).isEqualTo(passes);
    assertThat(reply.at("/hasFailures").asBoolean()).isEqualTo(!passes);
    assertThat(reply.at("/reason").asText()).isEqualTo(passes ? "null" : "ASSERTION");
  }

  @Test
  void aServerThatDoesNotAnswerIsAFailureAlways() {
    ApiReply refused =
        client
            .post(
                PATH,
                """
                {"shouldFail":true,"request":
                 {"query":"e.org","recordType":"A","nameServer":"127.0.0.1","port":1}}""")
            .hasStatus(200)
            .matchesContract("testDnsMonitor");
    assertThat(refused.at("/hasFailures").asBoolean()).isTrue();
    assertThat(refused.at("/reason").asText()).isEqualTo("CONNECTION_REFUSED");
    client.post(PATH, "{}").isInvalid("/request");
    app.client().post(PATH, "{}").isUnauthorized();
  }
}
