package dev.belfry.platform.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class TargetGuardTest {
  private static final ImmediateEventExecutor HERE = ImmediateEventExecutor.INSTANCE;

  @Test
  void choosesTheFirstPermittedAddressOfAName() throws TargetRefusedException {
    assertThat(resolve("example.com", "10.0.0.1", "8.8.8.8", "9.9.9.9").getNow())
        .isEqualTo(IpLiteral.parse("8.8.8.8"));
  }

  @Test
  void refusesANameThatLeadsInside() throws TargetRefusedException {
    assertThat(resolve("rebound.example.com", "127.0.0.1", "10.0.0.1").cause())
        .isInstanceOf(TargetRefusedException.class)
        .hasMessage(
            "rebound.example.com resolves to 127.0.0.1, which may not be reached:"
                + " it is a loopback address (127.0.0.0/8)");
  }

  @Test
  void judgesAnAddressInTheUrlWithoutALookup() throws TargetRefusedException {
    assertThat(resolve("8.8.8.8").getNow()).isEqualTo(IpLiteral.parse("8.8.8.8"));
    assertThat(resolve("127.0.0.1").cause())
        .hasMessage("127.0.0.1 may not be reached: it is a loopback address (127.0.0.0/8)");
    assertThat(resolve("[2606:4700::1111]").cause())
        .hasMessage("The host 2606:4700::1111 has no IPv4 address");
  }

  @Test
  void takesAnIpv4AddressInIpv6ClothesForWhatItIs() throws TargetRefusedException {
    assertThat(resolve("[::ffff:8.8.8.8]").getNow()).isEqualTo(IpLiteral.parse("8.8.8.8"));
  }

  private static Future<InetAddress> resolve(String host, String... answers)
      throws TargetRefusedException {
    List<InetAddress> addresses =
        Arrays.stream(answers)
            .map(answer -> Objects.requireNonNull(IpLiteral.parse(answer)))
            .toList();
    NameLookup names =
        new NameLookup() {
          @Override
          public Future<List<InetAddress>> lookUp(String name, StandardProtocolFamily family) {
            return HERE.newSucceededFuture(addresses);
          }

          @Override
          public List<InetSocketAddress> servers(String name) {
            return List.of();
          }

          @Override
          public void close() {}
        };
    Host parsed = Target.parse("http://" + host + "/").host();
    return new TargetGuard(AddressPolicy.INTERNET, HERE, names)
        .resolve(parsed, StandardProtocolFamily.INET);
  }
}
