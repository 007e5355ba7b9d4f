package dev.belfry.engine.probe.ssl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.belfry.engine.probe.Failure;
import dev.belfry.engine.probe.ProbeAnswer;
import dev.belfry.monitoring.assertion.AssertionFault;
import dev.belfry.monitoring.assertion.JsonPaths;
import dev.belfry.monitoring.check.AssertionSource;
import dev.belfry.monitoring.check.BaselineRule;
import dev.belfry.monitoring.check.BaselineRule.Effect;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.SslConfig;
import dev.belfry.monitoring.check.SslFact;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A complete handshake, held against what the monitor demands.
 *
 * @param violations what each violated rule of the baseline objects to
 */
record SslAnswer(SslConfig config, SslHandshake handshake, Map<BaselineRule, String> violations)
    implements ProbeAnswer {
  /** Names of a certificate, and certificates of a chain, that are kept with a result. */
  static final int MOST_KEPT = 20;

  private static final int ALL = Integer.MAX_VALUE;

  static SslAnswer of(SslConfig config, SslHandshake handshake) {
    return new SslAnswer(
        config, handshake, BaselineViolations.of(config.securityBaseline(), handshake));
  }

  @Override
  public int statusCode() {
    return 0;
  }

  @Override
  public JsonNode actual(AssertionSource source, String property) throws AssertionFault {
    ObjectNode document = document(ALL);
    return switch (source) {
      case CERTIFICATE ->
          property.equals(SslFact.DAYS_UNTIL_EXPIRY.property())
              ? document.path(property)
              : document.path("certificate").path(property);
      case CONNECTION ->
          document.path(property.equals(SslFact.TLS_VERSION.property()) ? "protocol" : property);
      case JSON_RESPONSE -> property.isEmpty() ? document : JsonPaths.read(document, property);
      case TEXT_RESPONSE -> TextNode.valueOf(document.toString());
      default -> MissingNode.getInstance();
    };
  }

  @Override
  public String summary() {
    return "The certificate and the connection are in order";
  }

  /** The first defect in the order in which people mend them. */
  @Override
  public @Nullable Failure failure() {
    if (handshake.inspection().dates() != null) {
      return handshake.inspection().dates();
    }
    if (handshake.inspection().trust() != null && !config.skipChainValidation()) {
      return handshake.inspection().trust();
    }
    if (handshake.inspection().name() != null) {
      return handshake.inspection().name();
    }
    if (handshake.ocsp() == OcspStatus.REVOKED) {
      return new Failure(
          Reason.CERTIFICATE_REVOKED,
          "The certificate of " + handshake.host() + " was revoked by its issuer");
    }
    return ofBaseline(Effect.FAIL);
  }

  @Override
  public boolean failsWhateverIsAsserted() {
    return true;
  }

  @Override
  public @Nullable Failure warning() {
    Duration left = Duration.between(handshake.at(), handshake.leaf().notAfter());
    if (left.compareTo(Duration.ofDays(config.alertDaysBeforeExpiry())) <= 0) {
      return new Failure(
          Reason.CERTIFICATE_EXPIRES_SOON,
          "The certificate of %s expires on %s, in %d days"
              .formatted(
                  handshake.host(), handshake.leaf().notAfter(), handshake.daysUntilExpiry()));
    }
    return ofBaseline(Effect.DEGRADE);
  }

  private @Nullable Failure ofBaseline(Effect effect) {
    List<String> objections = new ArrayList<>(0);
    violations.forEach(
        (rule, objection) -> {
          if (config.securityBaseline().effectOf(rule) == effect) {
            objections.add(objection);
          }
        });
    return objections.isEmpty()
        ? null
        : new Failure(
            Reason.SECURITY_BASELINE,
            "The TLS of %s does not meet the security baseline: %s"
                .formatted(handshake.host(), String.join("; ", objections)));
  }

  @Override
  public boolean isKeptWhenPassed() {
    return true;
  }

  @Override
  public void describe(ObjectNode detail) {
    detail.set("tls", document(MOST_KEPT));
  }

  /** All that the handshake showed, as JSON; lists are cut to a length. */
  private ObjectNode document(int most) {
    boolean trusted = handshake.inspection().trust() == null;
    ObjectNode document =
        JsonNodeFactory.instance
            .objectNode()
            .put(SslFact.RESOLVED_IP.property(), handshake.resolvedIp())
            .put("protocol", handshake.versionText())
            .put(SslFact.CIPHER_SUITE.property(), handshake.cipherSuite())
            .put("handshakeTimeMs", handshake.millis())
            .put(SslFact.HOSTNAME_VERIFIED.property(), handshake.inspection().name() == null)
            .put(SslFact.CHAIN_TRUSTED.property(), trusted)
            .put(SslFact.DAYS_UNTIL_EXPIRY.property(), handshake.daysUntilExpiry())
            .put(SslFact.OCSP_STAPLED.property(), handshake.ocsp() != null)
            .put(
                SslFact.OCSP_STATUS.property(),
                handshake.ocsp() == null ? null : handshake.ocsp().wire());
    baseline(document.putObject("securityBaseline"));
    ObjectNode certificate = document.putObject("certificate");
    handshake.leaf().describe(certificate, most);
    List<CertificateFacts> chain = handshake.chain();
    certificate.put(
        SslFact.ISSUER_FINGERPRINT.property(),
        chain.size() > 1 ? chain.get(1).fingerprintSha256() : null);
    ArrayNode issuers = document.putArray("chain");
    chain.stream()
        .skip(1)
        .limit(most)
        .forEach(
            one ->
                issuers
                    .addObject()
                    .put("subjectCN", one.subjectCN())
                    .put("issuerCN", one.issuerCN())
                    .put("notAfter", one.notAfter().toString())
                    .put("fingerprintSha256", one.fingerprintSha256()));
    return document;
  }

  private void baseline(ObjectNode document) {
    boolean fails = ofBaseline(Effect.FAIL) != null;
    document.put("verdict", fails ? "FAIL" : ofBaseline(Effect.DEGRADE) != null ? "WARN" : "PASS");
    for (BaselineRule rule : BaselineRule.values()) {
      Effect effect = config.securityBaseline().effectOf(rule);
      if (effect != Effect.IGNORE) {
        document
            .putObject(rule.wire())
            .put("violated", violations.containsKey(rule))
            .put("severity", effect.wire());
      }
    }
  }
}
