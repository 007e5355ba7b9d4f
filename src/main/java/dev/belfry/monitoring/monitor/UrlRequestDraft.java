package dev.belfry.monitoring.monitor;

import dev.belfry.api.contract.Field;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.contract.FieldWriter;
import dev.belfry.monitoring.check.WebAddress;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;

/** The request of a URL monitor as it was sent. */
record UrlRequestDraft(
    Field<String> method,
    Field<String> url,
    Field<Boolean> followRedirects,
    Field<Boolean> skipSsl,
    Field<String> ipFamily,
    Field<List<AssertionDraft>> assertions,
    Field<Boolean> traceparent)
    implements CheckRequestDraft {

  static UrlRequestDraft read(FieldReader request) {
    return new UrlRequestDraft(
        request.text("method"),
        request.text("url"),
        request.flag("followRedirects"),
        request.flag("skipSSL"),
        request.text("ipFamily"),
        AssertionDraft.list(request),
        request.flag("traceparent"));
  }

  @Override
  public void write(FieldWriter object) {
    object
        .text("method", method)
        .text("url", url)
        .flag("followRedirects", followRedirects)
        .flag("skipSSL", skipSsl)
        .text("ipFamily", ipFamily);
    AssertionDraft.write(assertions, object);
    object.flag("traceparent", traceparent);
  }

  @Override
  public List<Violation> violations() {
    List<Violation> violations = new ArrayList<>(0);
    String address = url.value();
    if (address != null && !WebAddress.isWellFormed(address)) {
      violations.add(
          new Violation(
              "/request/url", "must be an http or https address such as https://example.com/"));
    }
    violations.addAll(AssertionDraftRules.violations(assertions));
    return violations;
  }
}
