package dev.belfry.monitoring.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.PrivateKey;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostCertificatesTest {
  private static final List<String> HOSTS =
      List.of("*.org", "*.example.org", "api.Example.org", "*.deep.example.org", "127.0.0.1");

  private static HostCertificates of(List<String> hosts) throws Exception {
    PrivateKey key =
        KeyReader.read(
            PemFiles.read("ec-sec1.key"),
            null,
            PemText.certificates(PemFiles.read("ec.crt")).get(0).getPublicKey());
    List<HostCertificates.Entry> entries = new ArrayList<>();
    for (int i = 0; i < hosts.size(); i++) {
      entries.add(
          new HostCertificates.Entry(
              new HostPattern(hosts.get(i)),
              new ClientCertificate(new UUID(0, i), List.of(), key, List.of())));
    }
    return new HostCertificates(entries);
  }

  private static int index(@Nullable ClientCertificate found) {
    return found == null ? -1 : (int) found.id().getLeastSignificantBits();
  }

  @ParameterizedTest
  @CsvSource({
    "api.example.org, 2",
    "www.example.org, 1",
    "a.b.example.org, 1",
    "a.deep.example.org, 3",
    "deep.example.org, 1",
    "example.org, 0",
    "badexample.org, 0",
    "org, -1",
    "example.com, -1",
    "127.0.0.1, 4",
    "227.0.0.1, -1",
  })
  void findTheOneThatSaysMost(String host, int expected) throws Exception {
    assertThat(index(of(HOSTS).of(host))).isEqualTo(expected);
  }

  @Test
  void preferTheNewestOfOneHost() throws Exception {
    assertThat(index(of(List.of("a.org", "a.org", "*.org")).of("a.org"))).isEqualTo(1);
    assertThat(index(of(List.of("*.org", "*.org")).of("a.org"))).isEqualTo(1);
  }

  @Test
  void neverShowAKey() throws Exception {
    HostCertificates all = of(HOSTS);
    assertThat(all + " " + all.of("127.0.0.1"))
        .isEqualTo("HostCertificates[5] ClientCertificate[" + new UUID(0, 4) + "]");
  }
}
