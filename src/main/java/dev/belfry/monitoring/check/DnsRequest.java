package dev.belfry.monitoring.check;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.belfry.platform.guard.Host;
import dev.belfry.platform.guard.TargetRefusedException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The request of a DNS monitor (wire contract 4, "DnsMonitor").
 *
 * @param query domain name that is asked for
 * @param nameServer host name or IP address of the server to ask; null for the system's servers
 * @param port of the server, 1 to 65535; null for {@link #DEFAULT_PORT}
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record DnsRequest(
    String query,
    RecordType recordType,
    @Nullable String nameServer,
    @Nullable Integer port,
    Protocol protocol,
    List<Assertion> assertions)
    implements CheckRequest {
  /** The port of name servers. */
  public static final int DEFAULT_PORT = 53;

  private static final Pattern LABELS =
      Pattern.compile("[A-Za-z0-9_*-]{1,63}(\\.[A-Za-z0-9_*-]{1,63})*");
  private static final int LONGEST_NAME = 253;

  /** Types of records that can be asked for, named as on the wire. */
  public enum RecordType {
    A,
    AAAA,
    CNAME,
    MX,
    NS,
    TXT,
    SOA,
    CAA,
    SRV,
    HTTPS
  }

  /** How the server is asked. */
  public enum Protocol {
    UDP,
    TCP
  }

  public DnsRequest {
    assertions = List.copyOf(assertions);
  }

  /**
   * A request whose absent members have their documented defaults.
   *
   * @param protocol null for UDP
   */
  @JsonCreator
  public static DnsRequest of(
      @JsonProperty(value = "query", required = true) String query,
      @JsonProperty(value = "recordType", required = true) RecordType recordType,
      @JsonProperty("nameServer") @Nullable String nameServer,
      @JsonProperty("port") @Nullable Integer port,
      @JsonProperty("protocol") @Nullable Protocol protocol,
      @JsonProperty("assertions") @Nullable List<Assertion> assertions) {
    return new DnsRequest(
        query,
        recordType,
        nameServer,
        port,
        protocol == null ? Protocol.UDP : protocol,
        assertions == null
            ? List.of()
            : assertions.stream().map(Assertion::withPropertyAsRegex).toList());
  }

  /** The name in ASCII, without a dot at the end but the root's; empty for no domain name. */
  public static Optional<String> asciiName(String query) {
    if (query.equals(".")) {
      return Optional.of(query);
    }
    String name = query.endsWith(".") ? query.substring(0, query.length() - 1) : query;
    if (name.chars().anyMatch(c -> c >= 128)) {
      try {
        Host host = Host.ofName(name);
        return host.address() == null ? Optional.of(host.name()) : Optional.empty();
      } catch (TargetRefusedException e) {
        return Optional.empty();
      }
    }
    return name.length() <= LONGEST_NAME && LABELS.matcher(name).matches()
        ? Optional.of(name)
        : Optional.empty();
  }

  @Override
  public CheckType type() {
    return CheckType.DNS;
  }

  /** Such as {@code example.com MX}, as the SQL function {@code request_target} writes it. */
  @Override
  public String target() {
    return query + " " + recordType.name();
  }

  /** The name server; {@code system} for those of the system. */
  @Override
  public String host() {
    return nameServer == null ? "system" : nameServer;
  }

  @Override
  public String targetMember() {
    return "target";
  }

  @Override
  public WantedFailure wantedFailure() {
    return WantedFailure.ANSWER;
  }

  @Override
  public DnsRequest with(List<Assertion> same) {
    return new DnsRequest(query, recordType, nameServer, port, protocol, same);
  }
}
