package dev.belfry.monitoring.monitor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.contract.Field;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.contract.FieldWriter;
import dev.belfry.monitoring.check.WebAddress;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;

/**
 * The member {@code sslConfig} of a request as it was sent.
 *
 * @param securityBaseline carried as it was sent, since its schema says all there is to say
 */
record SslConfigDraft(
    Field<String> hostname,
    Field<Integer> port,
    Field<String> ipFamily,
    Field<String> serverName,
    Field<Boolean> skipChainValidation,
    Field<Integer> handshakeTimeoutMs,
    Field<Integer> alertDaysBeforeExpiry,
    Field<String> clientCertificateMode,
    Field<JsonNode> securityBaseline) {

  static SslConfigDraft read(FieldReader config) {
    return new SslConfigDraft(
        config.text("hostname"),
        config.whole("port"),
        config.text("ipFamily"),
        config.text("serverName"),
        config.flag("skipChainValidation"),
        config.whole("handshakeTimeoutMs"),
        config.whole("alertDaysBeforeExpiry"),
        config.text("clientCertificateMode"),
        config.json("securityBaseline"));
  }

  void write(FieldWriter object) {
    object
        .text("hostname", hostname)
        .number("port", port)
        .text("ipFamily", ipFamily)
        .text("serverName", serverName)
        .flag("skipChainValidation", skipChainValidation)
        .number("handshakeTimeoutMs", handshakeTimeoutMs)
        .number("alertDaysBeforeExpiry", alertDaysBeforeExpiry)
        .text("clientCertificateMode", clientCertificateMode)
        .json("securityBaseline", securityBaseline);
  }

  /** What is wrong with it, besides what its schema says. */
  List<Violation> violations() {
    List<Violation> violations = new ArrayList<>(0);
    String host = hostname.value();
    if (host != null && !WebAddress.isHost(host)) {
      violations.add(
          new Violation(
              "/request/sslConfig/hostname",
              "must be a host name such as shop.example.com, or an IP address, without a scheme"
                  + " and a port"));
    }
    String name = serverName.value();
    if (name != null && !WebAddress.isName(name)) {
      violations.add(
          new Violation(
              "/request/sslConfig/serverName",
              "must be a host name such as shop.example.com, and no IP address"));
    }
    if (clientCertificateMode.value() != null) {
      violations.add(
          new Violation(
              "/request/sslConfig/clientCertificateMode", SslRequestDraft.NO_CERTIFICATES));
    }
    return violations;
  }
}
