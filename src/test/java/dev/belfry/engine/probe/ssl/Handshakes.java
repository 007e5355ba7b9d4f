package dev.belfry.engine.probe.ssl;

import dev.belfry.engine.probe.ChainInspection;
import dev.belfry.monitoring.check.BaselineRule;
import dev.belfry.monitoring.check.SecurityBaseline;
import dev.belfry.monitoring.check.SslConfig;
import dev.belfry.monitoring.check.TlsVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Handshakes with a server that is in order, and what can be wrong with them. */
final class Handshakes {
  static final Instant NOW = Instant.parse("2026-03-02T12:00:00Z");
  static final ChainInspection SOUND = new ChainInspection(null, null, null);
  static final String SUITE = "TLS_AES_128_GCM_SHA256";

  private Handshakes() {}

  /** A certificate of an elliptic key, issued by another. */
  static CertificateFacts certificate(Duration left) {
    return certificate(left, "ECDSA", 256, "ECDSA-SHA256", "Example CA", false, true);
  }

  static CertificateFacts certificate(
      Duration left,
      String key,
      int bits,
      String signature,
      String issuer,
      boolean mustStaple,
      boolean timestamps) {
    return new CertificateFacts(
        "shop.test",
        issuer,
        "CN=" + issuer,
        NOW.minus(Duration.ofDays(30)),
        NOW.plus(left),
        "4d2c",
        "ab".repeat(32),
        key,
        bits,
        signature,
        List.of("shop.test", "www.shop.test"),
        false,
        false,
        mustStaple,
        timestamps);
  }

  static SslHandshake of(CertificateFacts leaf) {
    return of(leaf, TlsVersion.TLS_1_3, SUITE, SOUND, null);
  }

  static SslHandshake of(
      CertificateFacts leaf,
      TlsVersion version,
      String suite,
      ChainInspection inspection,
      @Nullable OcspStatus ocsp) {
    return new SslHandshake(
        "shop.test", "203.0.113.7", version, suite, 12.5, List.of(leaf), inspection, ocsp, NOW);
  }

  static SslConfig config(boolean skipsChain, SecurityBaseline baseline) {
    return SslConfig.of("shop.test", null, null, null, skipsChain, null, 20, baseline);
  }

  /** The default baseline with one rule changed. */
  static SecurityBaseline with(BaselineRule rule, BaselineRule.Effect effect) {
    Map<BaselineRule, BaselineRule.Setting> rules = new EnumMap<>(SecurityBaseline.PRESET.rules());
    rules.computeIfPresent(
        rule, (same, setting) -> new BaselineRule.Setting(setting.value(), effect));
    return new SecurityBaseline(true, rules);
  }
}
