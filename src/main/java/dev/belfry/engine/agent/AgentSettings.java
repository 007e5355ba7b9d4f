package dev.belfry.engine.agent;

import dev.belfry.platform.config.Secret;
import dev.belfry.platform.guard.Cidr;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an agent.
 *
 * @param url of the service, http or https
 * @param key of the private location
 * @param name of this host, for people
 * @param version of the program
 * @param directory for the spool, one for each agent
 * @param spoolBytes that the spool may take, at least one MiB
 * @param authorities file with further issuers of the service's certificate, PEM; null for those of
 *     the JDK
 * @param proxy on the way to the service; null for none
 * @param allowed ranges that may be probed besides the internet
 * @param maxInFlight probes under way at once, at least 1
 * @param maxPerHost probes of one host under way at once, at least 1
 */
public record AgentSettings(
    URI url,
    Secret key,
    String name,
    String version,
    Path directory,
    long spoolBytes,
    @Nullable Path authorities,
    @Nullable AgentProxy proxy,
    List<Cidr> allowed,
    int maxInFlight,
    int maxPerHost) {
  /** Networks that agents are for. Loopback and link-local addresses are not among them. */
  public static final List<Cidr> PRIVATE_NETWORKS =
      List.of(
          Cidr.parse("10.0.0.0/8"),
          Cidr.parse("172.16.0.0/12"),
          Cidr.parse("192.168.0.0/16"),
          Cidr.parse("100.64.0.0/10"),
          Cidr.parse("fc00::/7"));

  /** Copies the list. */
  public AgentSettings {
    allowed = List.copyOf(allowed);
  }
}
