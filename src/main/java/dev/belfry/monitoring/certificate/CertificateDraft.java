package dev.belfry.monitoring.certificate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * A client certificate as it was sent.
 *
 * @param cert PEM
 * @param key PEM
 * @param ca PEM, null for none
 * @param passphrase null for none
 */
record CertificateDraft(
    String host, String cert, String key, @Nullable String ca, @Nullable String passphrase) {

  static CertificateDraft of(ObjectNode body) {
    return new CertificateDraft(
        body.path("host").asText(),
        body.path("cert").asText(),
        body.path("key").asText(),
        text(body, "ca"),
        text(body, "passphrase"));
  }

  /** Clients send an empty text for none. */
  private static @Nullable String text(ObjectNode body, String member) {
    String text = body.path(member).asText("");
    return body.path(member).isNull() || text.isEmpty() ? null : text;
  }

  /** Without the secrets. */
  @Override
  public String toString() {
    return "CertificateDraft[" + host + "]";
  }
}
