package dev.belfry.engine.probe.http;

import static dev.belfry.engine.probe.ProbeCourse.http;
import static dev.belfry.engine.probe.ProbeCourse.site;
import static dev.belfry.engine.probe.StubServer.answering;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.probe.ProbeCourse;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.probe.Probes;
import dev.belfry.engine.probe.StubServer;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.testing.FakeDns;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that lead nowhere, redirects that lead astray, and addresses nobody may reach. */
class ProbeTargetsIT {
  @SuppressWarnings("NullAway.Init")
  private static ProbeCourse course;

  @BeforeAll
  static void open() throws Exception {
    course = new ProbeCourse();
    course
        .dns()
        .fail("broken.test", FakeDns.SERVFAIL)
        .fail("closed.test", FakeDns.REFUSED)
        .ignore("silent.test")
        .answer("old.test", "127.0.0.1")
        .answer("new.test", "::1")
        .answer("inside.test", "10.0.0.1")
        .answer("metadata.test", "169.254.169.254")
        .answer("inside6.test", "fd00::1");
  }

  @AfterAll
  static void close() {
    course.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          absent.test  | NAME_NOT_FOUND       | The host name absent.test does not exist
          broken.test  | NAME_LOOKUP_FAILED   | The name server could not resolve broken.test
          closed.test  | NAME_LOOKUP_FAILED   | The name server could not resolve closed.test
          silent.test  | NAME_LOOKUP_TIMEOUT  | Timed out after 400 ms while looking up the host name
          new.test     | NO_ADDRESS_OF_FAMILY | The host new.test has no IPv4 address
          [::1]        | NO_ADDRESS_OF_FAMILY | The host ::1 has no IPv4 address
          inside.test  | ADDRESS_FORBIDDEN    | inside.test resolves to 10.0.0.1, which may not be
          metadata.test| ADDRESS_FORBIDDEN    | metadata.test resolves to 169.254.169.254, which may
          127.0.0.2    | ADDRESS_FORBIDDEN    | 127.0.0.2 may not be reached: it is a loopback address
          127.1        | INVALID_URL          | An IPv4 address has four decimal numbers
          a..b         | INVALID_URL          | "a..b" is not a host name or an address
          """)
  void nothingIsDialled(String host, Reason reason, String message) throws Exception {
    ProbeResult result = course.probe(Probes.impatient("http://" + host + ":1/", 400));

    assertThat(result.reason()).isEqualTo(reason);
    assertThat(result.message()).startsWith(message);
    assertThat(result.address()).isNull();
    assertThat(result.answer()).isNull();
    assertThat(result.timings().tcpMicros()).isZero();
  }

  @Test
  void namesHaveAFamilyToo() throws Exception {
    assertThat(course.probe(Probes.overIpv6("http://old.test/")).message())
        .isEqualTo("The host old.test has no IPv6 address");
    assertThat(course.probe(Probes.overIpv6("http://inside6.test/")).reason())
        .isEqualTo(Reason.ADDRESS_FORBIDDEN);
  }

  @Test
  void redirectsEndAfterTen() throws Exception {
    try (StubServer server =
        StubServer.plain(answering("HTTP/1.1 302 Found\nLocation: /again\n\n"))) {
      ProbeResult result = course.probe(Probes.get(http(server, "/")));

      assertThat(result.reason()).isEqualTo(Reason.TOO_MANY_REDIRECTS);
      assertThat(result.statusCode()).isEqualTo(302);
      assertThat(result.redirects()).hasSize(10);
      assertThat(server.requests()).hasSize(11);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "file:///etc/passwd",
        "gopher://127.0.0.1:25/_x",
        "http://127.1/",
        "http://",
        "/\\example.com/"
      })
  void redirectsThatCannotBeFollowedAreToldApart(String location) throws Exception {
    ProbeResult result = redirectTo(location);

    assertThat(result.reason()).isEqualTo(Reason.INVALID_REDIRECT);
    assertThat(result.message()).startsWith("A redirect cannot be followed: ");
    assertThat(result.statusCode()).isEqualTo(307);
    assertThat(result.redirects()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.2:80/",
        "http://inside.test/",
        "//metadata.test/latest",
        "http://[::ffff:10.0.0.1]/",
        "https://10.0.0.1/"
      })
  void redirectsAreJudgedLikeEveryTarget(String location) throws Exception {
    ProbeResult result = redirectTo(location);

    assertThat(result.reason()).isEqualTo(Reason.ADDRESS_FORBIDDEN);
    assertThat(result.statusCode()).isEqualTo(307);
    assertThat(result.redirects()).hasSize(1);
    assertThat(result.address()).isNull();
  }

  private static ProbeResult redirectTo(String location) throws Exception {
    try (StubServer server =
        StubServer.plain(answering("HTTP/1.1 307 Go\nLocation: " + location + "\n\n"))) {
      return course.probe(Probes.get(http(server, "/")));
    }
  }

  @Test
  void aNameIsAskedForOncePerHopAndJudgedEachTime() throws Exception {
    try (StubServer server = StubServer.plain(answering("HTTP/1.1 302 Found\nLocation: /\n\n"))) {
      course.dns().answer("rebound.test", "127.0.0.1").answer("rebound.test", "127.0.0.2");

      ProbeResult result =
          course.probe(Probes.get(site(server, "/").replace("site.test", "rebound.test")));

      assertThat(result.reason()).isEqualTo(Reason.ADDRESS_FORBIDDEN);
      assertThat(result.message()).contains("resolves to 127.0.0.2");
      assertThat(server.requests()).hasSize(1);
      assertThat(course.dns().questions("rebound.test")).isEqualTo(2);
    }
  }

  @Test
  void userAndPasswordStayOutOfEveryMessage() throws Exception {
    try (StubServer server = StubServer.plain(StubServer.Conversation::reset)) {
      for (String url :
          new String[] {
            "http://me:hunter2@127.0.0.1:" + server.port(),
            "http://me:hunter2@127.0.0.2/",
            "http://me:hunter2@127.1/",
            "http://me:hunter2@absent.test/",
            "http://me:hunter2@a@127.0.0.1/"
          }) {
        assertThat(course.probe(Probes.get(url)).toString()).doesNotContain("hunter2");
      }
    }
  }
}
