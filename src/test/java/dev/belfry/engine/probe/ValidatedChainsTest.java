package dev.belfry.engine.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.pkitesting.X509Bundle;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ValidatedChainsTest {
  private final AtomicLong nanos = new AtomicLong();
  private final ValidatedChains chains = new ValidatedChains(nanos::get);
  private final X509Certificate one;
  private final X509Certificate other;
  private final ByteBuffer key;

  ValidatedChainsTest() throws Exception {
    X509Bundle root = ProbeCourse.issuer("CN=Same");
    one = root.getCertificate();
    other = ProbeCourse.issuer("CN=Same").getCertificate();
    key = key(one, other);
  }

  private static ByteBuffer key(X509Certificate... chain) throws Exception {
    return ValidatedChains.key(chain, "UNKNOWN");
  }

  @Test
  void knowsAChainByAllItsBytes() throws Exception {
    chains.add(key);

    assertThat(chains.contains(key(one, other))).isTrue();
    assertThat(chains.contains(key(one))).isFalse();
    assertThat(chains.contains(key(other, one))).isFalse();
    assertThat(chains.contains(key(one, one))).isFalse();
    assertThat(chains.contains(key(one, other, other))).isFalse();
    assertThat(chains.contains(ValidatedChains.key(new X509Certificate[] {one, other}, "RSA")))
        .isFalse();
  }

  @Test
  void forgetsAChainAfterItsLifetimeHoweverOftenItIsUsed() {
    chains.add(key);
    nanos.addAndGet(ValidatedChains.LIFETIME.minus(Duration.ofSeconds(1)).toNanos());
    assertThat(chains.contains(key)).isTrue();

    nanos.addAndGet(Duration.ofSeconds(2).toNanos());
    assertThat(chains.contains(key)).isFalse();
  }
}
