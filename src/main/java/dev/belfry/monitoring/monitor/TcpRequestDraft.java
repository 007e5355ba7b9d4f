package dev.belfry.monitoring.monitor;

import dev.belfry.api.contract.Field;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.contract.FieldWriter;
import dev.belfry.monitoring.check.WebAddress;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;

/** The request of a TCP monitor as it was sent. */
record TcpRequestDraft(
    Field<String> hostname,
    Field<Integer> port,
    Field<String> data,
    Field<String> ipFamily,
    Field<List<AssertionDraft>> assertions)
    implements CheckRequestDraft {

  static TcpRequestDraft read(FieldReader request) {
    return new TcpRequestDraft(
        request.text("hostname"),
        request.whole("port"),
        request.text("data"),
        request.text("ipFamily"),
        AssertionDraft.list(request));
  }

  @Override
  public void write(FieldWriter object) {
    object
        .text("hostname", hostname)
        .number("port", port)
        .text("data", data)
        .text("ipFamily", ipFamily);
    AssertionDraft.write(assertions, object);
  }

  @Override
  public List<Violation> violations() {
    List<Violation> violations = new ArrayList<>(0);
    String host = hostname.value();
    if (host != null && !WebAddress.isHost(host)) {
      violations.add(
          new Violation(
              "/request/hostname",
              "must be a host name such as mail.example.com, or an IP address, without a scheme"
                  + " and a port"));
    }
    violations.addAll(AssertionDraftRules.violations(assertions));
    return violations;
  }
}
