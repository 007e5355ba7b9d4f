package dev.belfry.monitoring.monitor;

import dev.belfry.api.contract.Field;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.contract.FieldWriter;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;

/** The request of an SSL monitor as it was sent. */
record SslRequestDraft(
    Field<SslConfigDraft> sslConfig,
    Field<String> sslClientCertificateId,
    Field<List<AssertionDraft>> assertions)
    implements CheckRequestDraft {
  /** Why a member that asks for a client certificate is refused. */
  static final String NO_CERTIFICATES =
      "must be absent: this service has no client certificates to present";

  static SslRequestDraft read(FieldReader request) {
    return new SslRequestDraft(
        request.object("sslConfig", SslConfigDraft::read),
        request.text("sslClientCertificateId"),
        AssertionDraft.list(request));
  }

  @Override
  public void write(FieldWriter object) {
    object
        .object("sslConfig", sslConfig, SslConfigDraft::write)
        .text("sslClientCertificateId", sslClientCertificateId);
    AssertionDraft.write(assertions, object);
  }

  @Override
  public List<Violation> violations() {
    List<Violation> violations = new ArrayList<>(0);
    SslConfigDraft config = sslConfig.value();
    if (config != null) {
      violations.addAll(config.violations());
    }
    if (sslClientCertificateId.value() != null) {
      violations.add(new Violation("/request/sslClientCertificateId", NO_CERTIFICATES));
    }
    violations.addAll(AssertionDraftRules.violations(assertions));
    violations.addAll(SslAssertionRules.violations(assertions));
    return violations;
  }
}
