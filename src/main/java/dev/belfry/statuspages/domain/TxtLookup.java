package dev.belfry.statuspages.domain;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.dns.DnsClient;
import io.vertx.core.dns.DnsClientOptions;
import io.vertx.core.dns.DnsException;
import io.vertx.core.dns.DnsResponseCode;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads TXT records. */
@FunctionalInterface
interface TxtLookup {
  /** How long a name server may take. */
  long PATIENCE_MILLIS = 5_000;

  /** The values of the records of a name, none when it has none; fails when that is unknown. */
  Future<List<String>> values(String name);

  /**
   * Asks a name server.
   *
   * @param server null for the first of the system
   */
  static TxtLookup of(Vertx vertx, @Nullable InetSocketAddress server) {
    DnsClientOptions options = new DnsClientOptions().setQueryTimeout(PATIENCE_MILLIS);
    if (server != null) {
      options.setHost(server.getHostString()).setPort(server.getPort());
    }
    DnsClient client = vertx.createDnsClient(options);
    return name ->
        client
            .resolveTXT(name)
            .map(values -> values == null ? List.<String>of() : values)
            .recover(
                failure ->
                    failure instanceof DnsException answer
                            && answer.code() == DnsResponseCode.NXDOMAIN
                        ? Future.succeededFuture(List.of())
                        : Future.failedFuture(failure));
  }
}
