package dev.belfry.client;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code checkly test} of the command line 9.5.0, and what it says of test sessions. */
class TestNineIT {
  private static final String LOCATION = "eu-west-1";

  @TempDir private Path directory = Path.of("");
  private @Nullable ClientFixture opened;

  @BeforeEach
  void open() {
    ClientFixture stage = new ClientFixture("project-nine", directory);
    opened = stage;
    stage.byHand();
    stage.set("SERVICE", "http://127.0.0.1:" + stage.app.port());
    stage.set("PORT", Integer.toString(stage.app.port()));
    stage.write(
        "monitors/tested.check.ts",
        """
        import { ApiCheck, AssertionBuilder, CheckGroupV2, DnsMonitor, HeartbeatMonitor, SslMonitor,
          TcpMonitor, UrlMonitor } from 'checkly/constructs'

        const service = process.env.SERVICE
        const group = new CheckGroupV2('tested', {
          name: 'Tested', environmentVariables: [{ key: 'VERSION', value: 'v1' }],
        })
        new UrlMonitor('url', { name: 'Url works', request: { url: service + '/v1/locations' } })
        new ApiCheck('api', {
          name: 'Api works', group,
          request: {
            method: 'GET', url: service + '/{{VERSION}}/{{PLACE}}',
            assertions: [AssertionBuilder.statusCode().equals(200)],
          },
        })
        new TcpMonitor('tcp', {
          name: 'Tcp works', request: { hostname: '127.0.0.1', port: Number(process.env.PORT) },
        })
        new SslMonitor('ssl', {
          name: 'Ssl fails',
          request: { hostname: '127.0.0.1', port: Number(process.env.PORT), sslConfig: {} },
        })
        new DnsMonitor('dns', {
          name: 'Dns fails',
          request: { query: 'example.org', recordType: 'A', nameServer: '127.0.0.1', port: 9 },
        })
        new HeartbeatMonitor('beat', {
          name: 'Beat waits', period: 1, periodUnit: 'hours', grace: 1, graceUnit: 'hours',
        })
        """);
  }

  @AfterEach
  void close() {
    stage().close();
  }

  private ClientFixture stage() {
    return requireNonNull(opened);
  }

  private CommandResult test(String... more) {
    String[] all = new String[more.length + 4];
    all[0] = "test";
    all[1] = "tested.check";
    all[2] = "--location";
    all[3] = LOCATION;
    System.arraycopy(more, 0, all, 4, more.length);
    return stage().run(all);
  }

  @Test
  void checksThatPassEndWithZero() {
    test("--grep", "works", "-e", "PLACE=locations", "--reporter", "ci", "--record")
        .well()
        .says("Running 3 checks in eu-west-1", "✔ Url works", "✔ Api works", "✔ Tcp works")
        .says("3 passed, 3 total", "Detailed session summary at:");
    assertThat(stage().api.get("/v1/checks").json()).isEmpty();
    String session = stage().api.get("/v1/test-sessions").at("/entries/0/id").asText();
    stage().run("test-sessions", "list").well().says("passed", "Harbour", session);
    stage().run("test-sessions", "get", session).well().says("Url works", "passed", LOCATION);
  }

  @Test
  void aFailingCheckEndsWithOneAndShowsItsAssertion() {
    test("--grep", "works", "-e", "PLACE=nothing", "--retries", "1")
        .with(1)
        .says("↺ Api works", "✖ Api works", "✔ Url works")
        .says("✖ status code equals target \"200\". Received: 404.", "1 failed, 2 passed, 3 total");
    String session = stage().api.get("/v1/test-sessions").at("/entries/0/id").asText();
    String result =
        stage()
            .api
            .get("/v1/test-sessions/" + session)
            .at("/results")
            .findValuesAsText("status")
            .toString();
    assertThat(result).contains("FAILED");
  }

  @Test
  void otherTypesSayWhatIsWrong() {
    test("--grep", "fails")
        .with(1)
        .says("✖ Ssl fails", "✖ Dns fails", "Request Error", "2 failed, 2 total");
  }

  @Test
  void nothingIsRecordedUnlessAsked() {
    test("--grep", "Tcp", "--no-record").well().saysNothingOf("Test session ID");
    assertThat(stage().api.get("/v1/test-sessions").at("/length").asInt()).isZero();
  }

  @Test
  void checksThatCannotBeRunAreNamed() {
    stage().edit("monitors/tested.check.ts", "service + '/v1/locations'", "'nonsense'");
    test("--grep", "Url").with(1).says("Unable to run checks", "url (", "request.url");
    stage()
        .write(
            "monitors/tested.check.ts",
            """
            import { BrowserCheck } from 'checkly/constructs'

            new BrowserCheck('page', { name: 'Page', code: { content: 'await 1' } })
            """);
    test().with(1).says("Unable to run checks", "BROWSER checks are not run by this service");
  }
}
