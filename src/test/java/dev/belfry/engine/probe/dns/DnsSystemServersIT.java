package dev.belfry.engine.probe.dns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.probe.ProberSettings;
import dev.belfry.engine.probe.Probes;
import dev.belfry.engine.probe.Tls;
import dev.belfry.engine.probe.dns.ScriptedDns.Script;
import dev.belfry.engine.probe.icmp.FakeEchoes;
import dev.belfry.engine.probe.prober.NetworkProber;
import dev.belfry.monitoring.check.DnsRequest;
import dev.belfry.monitoring.check.DnsRequest.Protocol;
import dev.belfry.monitoring.check.DnsRequest.RecordType;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.platform.guard.AddressPolicy;
import dev.belfry.platform.guard.NameLookup;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Without a name server in the request, those of the system are asked, which the guard does not
 * forbid: here only addresses of the internet may be dialled.
 */
class DnsSystemServersIT {
  private static final Script RIGHT = query -> query.send(query.response().answer(1, "cb007107"));
  private static final Script SILENT =
      query -> {
        if (query.overTcp()) {
          query.hold();
        }
      };

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void theFirstThatAnswersIsTaken(Protocol protocol) throws Exception {
    try (ScriptedDns closed = ScriptedDns.playing(SILENT);
        ScriptedDns silent = ScriptedDns.playing(SILENT);
        ScriptedDns right = ScriptedDns.playing(RIGHT)) {
      closed.stop();
      ProbeResult result = ask(protocol, closed, silent, right);
      assertThat(result.reason()).isEqualTo(Reason.NONE);
      assertThat(result.address()).isEqualTo("127.0.0.1:" + right.port());
      DnsAnswer answer = (DnsAnswer) Objects.requireNonNull(result.answer());
      assertThat(answer.server()).isEqualTo("127.0.0.1:" + right.port());
      assertThat(silent.queries()).hasSize(1);
      assertThat(result.timings().dnsMicros()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void allMayBeSilentOrClosed(Protocol protocol) throws Exception {
    try (ScriptedDns closed = ScriptedDns.playing(SILENT);
        ScriptedDns silent = ScriptedDns.playing(SILENT)) {
      closed.stop();
      assertThat(ask(protocol, closed, closed).reason()).isEqualTo(Reason.CONNECTION_REFUSED);
      assertThat(ask(protocol, silent, silent).reason()).isEqualTo(Reason.FIRST_BYTE_TIMEOUT);
    }
  }

  /** Asks with a time limit of 1.5 seconds. */
  private static ProbeResult ask(Protocol protocol, ScriptedDns... servers) throws Exception {
    List<InetSocketAddress> addresses = Arrays.stream(servers).map(ScriptedDns::address).toList();
    NetworkProber prober =
        new NetworkProber(
            new ProberSettings(1, AddressPolicy.INTERNET, 10, 10, "Belfry/test"),
            loop -> new SystemServers(addresses),
            Tls.ofSystem(),
            FakeEchoes.router());
    try {
      DnsRequest request = DnsRequest.of("example.com", RecordType.A, null, null, protocol, null);
      return Probes.result(prober, new ProbeRequest(request, Duration.ofMillis(1_500)));
    } finally {
      prober.close().await();
    }
  }

  private record SystemServers(List<InetSocketAddress> addresses) implements NameLookup {
    @Override
    public Future<List<InetAddress>> lookUp(String name, StandardProtocolFamily family) {
      throw new AssertionError("No name is looked up");
    }

    @Override
    public List<InetSocketAddress> servers(String name) {
      return addresses;
    }

    @Override
    public void close() {}
  }
}
