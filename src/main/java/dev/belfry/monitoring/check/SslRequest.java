package dev.belfry.monitoring.check;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The request of an SSL monitor: a TLS handshake, after which nothing is sent. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record SslRequest(SslConfig sslConfig, List<Assertion> assertions) implements CheckRequest {
  public SslRequest {
    assertions = List.copyOf(assertions);
  }

  /** A request whose absent members have their documented defaults. */
  @JsonCreator
  public static SslRequest of(
      @JsonProperty(value = "sslConfig", required = true) SslConfig sslConfig,
      @JsonProperty("assertions") @Nullable List<Assertion> assertions) {
    return new SslRequest(
        sslConfig,
        assertions == null ? List.of() : assertions.stream().map(SslRequest::plain).toList());
  }

  private static Assertion plain(Assertion assertion) {
    return SslFact.of(assertion.source(), assertion.property())
        .map(
            fact ->
                new Assertion(
                    assertion.source(),
                    assertion.comparison(),
                    fact.plain(assertion.target()),
                    assertion.property(),
                    null))
        .orElseGet(assertion::withPropertyAsRegex);
  }

  @Override
  public CheckType type() {
    return CheckType.SSL;
  }

  /** {@code host:port}, as the SQL function {@code request_target} writes it. */
  @Override
  public String target() {
    return sslConfig.hostname() + ":" + sslConfig.port();
  }

  @Override
  public String host() {
    return sslConfig.hostname();
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
  public SslRequest with(List<Assertion> same) {
    return new SslRequest(sslConfig, same);
  }
}
