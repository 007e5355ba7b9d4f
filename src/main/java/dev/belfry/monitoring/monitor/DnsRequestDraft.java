package dev.belfry.monitoring.monitor;

import dev.belfry.api.contract.Field;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.contract.FieldWriter;
import dev.belfry.monitoring.check.DnsRequest;
import dev.belfry.monitoring.check.WebAddress;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;

/** The request of a DNS monitor as it was sent. */
record DnsRequestDraft(
    Field<String> query,
    Field<String> recordType,
    Field<String> nameServer,
    Field<Integer> port,
    Field<String> protocol,
    Field<List<AssertionDraft>> assertions)
    implements CheckRequestDraft {

  static DnsRequestDraft read(FieldReader request) {
    return new DnsRequestDraft(
        request.text("query"),
        request.text("recordType"),
        request.text("nameServer"),
        request.whole("port"),
        request.text("protocol"),
        AssertionDraft.list(request));
  }

  @Override
  public void write(FieldWriter object) {
    object
        .text("query", query)
        .text("recordType", recordType)
        .text("nameServer", nameServer)
        .number("port", port)
        .text("protocol", protocol);
    AssertionDraft.write(assertions, object);
  }

  @Override
  public List<Violation> violations() {
    List<Violation> violations = new ArrayList<>(0);
    String name = query.value();
    if (name != null && DnsRequest.asciiName(name).isEmpty()) {
      violations.add(
          new Violation(
              "/request/query", "must be a domain name such as example.com, without a scheme"));
    }
    String server = nameServer.value();
    if (server != null && !WebAddress.isHost(server)) {
      violations.add(
          new Violation(
              "/request/nameServer",
              "must be a host name such as ns1.example.com, or an IP address, without a port"));
    }
    if (server == null && port.value() != null) {
      violations.add(new Violation("/request/port", "must be absent without a nameServer"));
    }
    violations.addAll(AssertionDraftRules.violations(assertions));
    return violations;
  }
}
