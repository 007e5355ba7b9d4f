package dev.belfry.engine.probe.dns;

import dev.belfry.monitoring.check.DnsRequest;
import dev.belfry.platform.guard.RefusalReason;
import dev.belfry.platform.guard.TargetRefusedException;
import io.netty.handler.codec.dns.AbstractDnsOptPseudoRrRecord;
import io.netty.handler.codec.dns.DefaultDnsQuestion;
import io.netty.handler.codec.dns.DnsQuery;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.handler.codec.dns.DnsSection;

/**
 * What a server is asked.
 *
 * @param name in ASCII, with a dot at its end
 */
record Question(String name, DnsRecordType type) {
  /** Reads the question of a request, which may be in letters beyond ASCII. */
  static Question of(DnsRequest request) throws TargetRefusedException {
    String name =
        DnsRequest.asciiName(request.query())
            .orElseThrow(
                () ->
                    new TargetRefusedException(
                        RefusalReason.INVALID, "The query is not a domain name"));
    return new Question(
        name.equals(".") ? name : name + '.', DnsRecordType.valueOf(request.recordType().name()));
  }

  /** Whether a server repeats this question; it may write it in other letter cases. */
  boolean isAskedBy(String otherName, int otherType, int otherClass) {
    return otherType == type.intValue()
        && otherClass == DefaultDnsQuestion.CLASS_IN
        && otherName.equalsIgnoreCase(name);
  }

  /** Fills a query in, with the size of datagrams that no network cuts into pieces (RFC 6891). */
  <T extends DnsQuery> T fill(T query) {
    query.setRecursionDesired(true);
    query.addRecord(DnsSection.QUESTION, new DefaultDnsQuestion(name, type));
    query.addRecord(DnsSection.ADDITIONAL, new Extension());
    return query;
  }

  private static final class Extension extends AbstractDnsOptPseudoRrRecord {
    private static final int PAYLOAD = 1_232;

    Extension() {
      super(PAYLOAD);
    }
  }
}
