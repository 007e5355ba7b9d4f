package dev.belfry.monitoring.certificate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;

/**
 * Client certificates with their keys as a document, for an agent: never for an answer or a log.
 */
public final class CertificateJson {
  private CertificateJson() {}

  /** Adds an object for each certificate to the array. */
  public static void write(HostCertificates certificates, ArrayNode array) {
    for (HostCertificates.Entry entry : certificates.entries()) {
      ClientCertificate own = entry.certificate();
      ObjectNode node =
          array
              .addObject()
              .put("id", own.id().toString())
              .put("hosts", entry.hosts().text())
              .put("key", Base64.getEncoder().encodeToString(own.key().getEncoded()));
      write(own.chain(), node.putArray("chain"));
      write(own.trusted(), node.putArray("trusted"));
    }
  }

  private static void write(List<X509Certificate> chain, ArrayNode array) {
    for (X509Certificate one : chain) {
      try {
        array.add(Base64.getEncoder().encodeToString(one.getEncoded()));
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("A certificate that was read cannot be written", e);
      }
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IllegalArgumentException when it did not
   */
  public static HostCertificates read(JsonNode array) {
    List<HostCertificates.Entry> entries = new ArrayList<>();
    try {
      for (JsonNode node : array) {
        List<X509Certificate> chain = chain(node.path("chain"));
        if (chain.isEmpty()) {
          throw new IllegalArgumentException("A client certificate has no chain");
        }
        byte[] key = Base64.getDecoder().decode(node.path("key").asText());
        entries.add(
            new HostCertificates.Entry(
                new HostPattern(node.path("hosts").asText()),
                new ClientCertificate(
                    UUID.fromString(node.path("id").asText()),
                    chain,
                    KeyReader.ofPkcs8(key, chain.get(0).getPublicKey()),
                    chain(node.path("trusted")))));
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("A client certificate cannot be read", e);
    }
    return entries.isEmpty() ? HostCertificates.NONE : new HostCertificates(entries);
  }

  private static List<X509Certificate> chain(JsonNode array) throws GeneralSecurityException {
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    List<X509Certificate> chain = new ArrayList<>();
    for (JsonNode one : array) {
      byte[] bytes = Base64.getDecoder().decode(one.asText());
      chain.add((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(bytes)));
    }
    return chain;
  }
}
