package dev.belfry.monitoring.monitor;

import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.contract.FieldWriter;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.platform.error.Violation;
import java.util.List;

/** The member {@code request} of a body: a record for each type of check that makes requests. */
sealed interface CheckRequestDraft
    permits UrlRequestDraft,
        ApiRequestDraft,
        TcpRequestDraft,
        DnsRequestDraft,
        IcmpRequestDraft,
        SslRequestDraft {
  /** Reads the member of a check of this type. */
  static CheckRequestDraft read(CheckType type, FieldReader request) {
    return switch (type) {
      case URL -> UrlRequestDraft.read(request);
      case API -> ApiRequestDraft.read(request);
      case TCP -> TcpRequestDraft.read(request);
      case DNS -> DnsRequestDraft.read(request);
      case ICMP -> IcmpRequestDraft.read(request);
      case SSL -> SslRequestDraft.read(request);
      case GRPC, TRACEROUTE, HEARTBEAT, BROWSER, MULTI_STEP, PLAYWRIGHT ->
          throw new IllegalArgumentException(type + " checks are not run by this service");
    };
  }

  /** Writes the members that were sent. */
  void write(FieldWriter object);

  /** What is wrong with it, besides what its schema says; paths begin with {@code /request}. */
  List<Violation> violations();
}
