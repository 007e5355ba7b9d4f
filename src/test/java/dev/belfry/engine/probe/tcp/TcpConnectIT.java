package dev.belfry.engine.probe.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.probe.ProbeCourse;
import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.probe.StubServer;
import dev.belfry.monitoring.check.Assertion;
import dev.belfry.monitoring.check.AssertionSource;
import dev.belfry.monitoring.check.Comparison;
import dev.belfry.monitoring.check.IpFamily;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.TcpRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a TCP probe dials, and what keeps it from a connection. */
class TcpConnectIT {
  private static final String HERE = "127.0.0.1";
  private static final long PATIENT = 10_000;

  /** Long enough for what is not meant to take long, on a busy machine. */
  private static final long MILLIS = 700;

  private static final List<Assertion> OF_DATA =
      List.of(new Assertion(AssertionSource.RESPONSE_DATA, Comparison.NOT_NULL, "", "", null));

  @SuppressWarnings("NullAway.Init")
  private static ProbeCourse course;

  @BeforeAll
  static void open() throws Exception {
    course = new ProbeCourse();
  }

  @AfterAll
  static void close() {
    course.close();
  }

  private static ProbeResult probe(
      String host, int port, IpFamily family, List<Assertion> assertions, long millis)
      throws Exception {
    return course.probe(
        new ProbeRequest(
            new TcpRequest(host, port, "", family, assertions), Duration.ofMillis(millis)));
  }

  @Test
  void aRefusedConnectionFails() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    ProbeResult result = probe(ProbeCourse.SITE, port, IpFamily.IPV4, List.of(), PATIENT);

    assertThat(result.reason()).isEqualTo(Reason.CONNECTION_REFUSED);
    assertThat(result.message())
        .isEqualTo("The connection to site.test (127.0.0.1:" + port + ") was refused");
    assertThat(result.answer()).isNull();
  }

  @Test
  void aConnectionThatIsNotAcceptedTimesOut() throws Exception {
    List<SocketChannel> crowd = new ArrayList<>();
    try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      for (int i = 0; i < 10; i++) {
        SocketChannel one = SocketChannel.open();
        crowd.add(one);
        one.configureBlocking(false);
        one.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), full.getLocalPort()));
      }
      ProbeResult result = probe(HERE, full.getLocalPort(), IpFamily.IPV4, List.of(), MILLIS);
      assertThat(result.reason()).isEqualTo(Reason.CONNECT_TIMEOUT);
    } finally {
      for (SocketChannel one : crowd) {
        one.close();
      }
    }
  }

  @Test
  void namesAndAddressesAreHeldToTheGuard() throws Exception {
    course.dns().answer("inside.test", "10.0.0.1");
    assertThat(reasonOf("missing.test", IpFamily.IPV4)).isEqualTo(Reason.NAME_NOT_FOUND);
    assertThat(reasonOf("10.0.0.1", IpFamily.IPV4)).isEqualTo(Reason.ADDRESS_FORBIDDEN);
    assertThat(reasonOf("inside.test", IpFamily.IPV4)).isEqualTo(Reason.ADDRESS_FORBIDDEN);
    assertThat(reasonOf("::ffff:10.0.0.1", IpFamily.IPV6)).isNotEqualTo(Reason.CONNECTION_REFUSED);
    assertThat(reasonOf("::1", IpFamily.IPV4)).isEqualTo(Reason.NO_ADDRESS_OF_FAMILY);
    assertThat(reasonOf(ProbeCourse.SITE, IpFamily.IPV6)).isEqualTo(Reason.NO_ADDRESS_OF_FAMILY);
    assertThat(reasonOf("not a host", IpFamily.IPV4)).isEqualTo(Reason.INVALID_URL);
  }

  private static Reason reasonOf(String host, IpFamily family) throws Exception {
    ProbeResult result = probe(host, 1, family, List.of(), PATIENT);
    assertThat(result.answer()).isNull();
    assertThat(result.message()).isNotEmpty();
    return result.reason();
  }

  @Test
  void ipv6IsDialled() throws Exception {
    try (StubServer server = StubServer.on("::1", conversation -> conversation.write("six"))) {
      course.dns().answer("six.test", "127.0.0.1", "::1");
      for (String host : List.of("::1", "[::1]", "six.test")) {
        ProbeResult result = probe(host, server.port(), IpFamily.IPV6, OF_DATA, PATIENT);
        assertThat(result.answer()).isEqualTo(new TcpAnswer("six", 3, false));
        assertThat(result.address()).isEqualTo("[::1]:" + server.port());
      }
    }
  }
}
