package dev.belfry.monitoring.monitor;

import dev.belfry.api.contract.Field;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.contract.FieldWriter;
import dev.belfry.monitoring.check.AssertionSource;
import dev.belfry.monitoring.check.IcmpRequest;
import dev.belfry.monitoring.check.WebAddress;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;

/** The request of an ICMP monitor as it was sent. */
record IcmpRequestDraft(
    Field<String> hostname,
    Field<String> ipFamily,
    Field<Integer> pingCount,
    Field<List<AssertionDraft>> assertions)
    implements CheckRequestDraft {

  static IcmpRequestDraft read(FieldReader request) {
    return new IcmpRequestDraft(
        request.text("hostname"),
        request.text("ipFamily"),
        request.whole("pingCount"),
        AssertionDraft.list(request));
  }

  @Override
  public void write(FieldWriter object) {
    object.text("hostname", hostname).text("ipFamily", ipFamily).number("pingCount", pingCount);
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
              "must be a host name such as router.example.com, or an IP address, without a scheme"
                  + " and a port"));
    }
    violations.addAll(AssertionDraftRules.violations(assertions));
    List<AssertionDraft> conditions = assertions.value();
    for (int i = 0; conditions != null && i < conditions.size(); i++) {
      AssertionDraft one = conditions.get(i);
      String property = one.property().value();
      if (AssertionSource.LATENCY.name().equals(one.source().value())
          && (property == null || !IcmpRequest.LATENCIES.contains(property))) {
        violations.add(
            new Violation(
                "/request/assertions/" + i + "/property",
                "must be one of %s for LATENCY"
                    .formatted(String.join(", ", IcmpRequest.LATENCIES))));
      }
    }
    return violations;
  }
}
