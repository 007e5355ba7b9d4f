package dev.belfry.engine.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.SslConfig;
import dev.belfry.monitoring.check.SslRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds the member {@code sslCheckResult} with what the handshake and the certificates showed. */
final class SslCheckResult {
  private static final List<String> PHASES = List.of("dns", "tcp", "tls", "total");

  private SslCheckResult() {}

  static ObjectNode of(SslRequest request, ResultRow row, ObjectNode detail) {
    JsonNode shown = detail.path("tls");
    SslConfig config = request.sslConfig();
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result
        .put("tlsVersion", shown.path("protocol").textValue())
        .put("cipherSuite", shown.path("cipherSuite").textValue());
    copy("daysUntilExpiry", shown, result);
    copy("handshakeTimeMs", shown, result);
    copy("chainTrusted", shown, result);
    copy("hostnameVerified", shown, result);
    result
        .put("baselineVerdict", shown.path("securityBaseline").path("verdict").textValue())
        .putNull("baselineGrade")
        .put("failureCategory", category(row.reason()))
        .put("requestError", ApiCheckResult.requestError(row, detail))
        .putObject("request")
        .put("hostname", config.hostname())
        .put("port", config.port())
        .put("serverName", config.serverName())
        .put("ipFamily", config.ipFamily().wire());
    result.set("assertions", AssertionView.of(detail.path("assertions")));
    if (shown.isObject()) {
      result.set("response", shown);
    } else {
      result.putNull("response");
    }
    result.set("timingPhases", PhaseView.of(row.phases(), PHASES));
    return result;
  }

  private static void copy(String member, JsonNode shown, ObjectNode result) {
    JsonNode value = shown.path(member);
    result.set(member, value.isMissingNode() ? result.nullNode() : value);
  }

  /** What a run failed or was degraded for, in a word that clients show; null for other reasons. */
  private static @Nullable String category(Reason reason) {
    return switch (reason) {
      case CERTIFICATE_EXPIRED -> "expired";
      case CERTIFICATE_NOT_YET_VALID -> "not_yet_valid";
      case CERTIFICATE_NAME_MISMATCH -> "hostname_mismatch";
      case CERTIFICATE_SELF_SIGNED -> "self_signed";
      case CERTIFICATE_UNTRUSTED -> "untrusted";
      case CERTIFICATE_REVOKED -> "revoked";
      case CERTIFICATE_EXPIRES_SOON -> "expires_soon";
      case SECURITY_BASELINE -> "security_baseline";
      case TLS_FAILED, TLS_TIMEOUT -> "handshake";
      case ASSERTION -> "assertion";
      default -> null;
    };
  }
}
