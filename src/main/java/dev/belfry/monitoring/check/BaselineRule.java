package dev.belfry.monitoring.check;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** The rules of a security baseline, named as on the wire, with their defaults. */
public enum BaselineRule {
  MIN_TLS_VERSION("minTLSVersion", "TLS1.2", Effect.FAIL),
  MIN_KEY_SIZE_BITS("minKeySizeBits", "2048", Effect.FAIL),
  WEAK_SIGNATURE_ALGORITHM("weakSignatureAlgorithm", null, Effect.FAIL),
  WEAK_CIPHER_SUITE("weakCipherSuite", null, Effect.FAIL),
  KNOWN_BAD_CA("knownBadCA", null, Effect.FAIL),
  RECOMMENDED_TLS_VERSION("recommendedTLSVersion", "TLS1.3", Effect.IGNORE),
  RECOMMENDED_KEY_SIZE_BITS("recommendedKeySizeBits", "3072", Effect.IGNORE),
  OCSP_MUST_STAPLE_RESPECTED("ocspMustStapleRespected", null, Effect.IGNORE),
  SCT_PRESENT("sctPresent", null, Effect.IGNORE);

  private final String wire;
  private final @Nullable String value;
  private final Effect effect;

  BaselineRule(String wire, @Nullable String value, Effect effect) {
    this.wire = wire;
    this.value = value;
    this.effect = effect;
  }

  /** What a violation does to a run. */
  public enum Effect {
    FAIL("fail"),
    DEGRADE("degrade"),
    IGNORE("ignore");

    private final String wire;

    Effect(String wire) {
      this.wire = wire;
    }

    /** Name in JSON. */
    public String wire() {
      return wire;
    }

    static Effect of(String wire) {
      for (Effect one : values()) {
        if (one.wire.equals(wire)) {
          return one;
        }
      }
      throw new IllegalArgumentException(wire + " is no severity of a rule");
    }
  }

  /**
   * How a rule is applied.
   *
   * @param value the limit, a version of TLS or a number of bits; null for a rule without one
   */
  public record Setting(@Nullable String value, Effect effect) {}

  /** Name in JSON. */
  public String wire() {
    return wire;
  }

  /** The setting where a baseline says nothing of the rule. */
  Setting preset() {
    return new Setting(value, effect);
  }

  /** Adds a setting of this rule to a document. */
  void write(Setting setting, ObjectNode baseline) {
    ObjectNode rule = baseline.putObject(wire);
    String limit = setting.value();
    if (limit != null && limit.matches("[0-9]+")) {
      rule.put("value", Integer.parseInt(limit));
    } else if (limit != null) {
      rule.put("value", limit);
    }
    rule.put("severity", setting.effect().wire());
  }
}
