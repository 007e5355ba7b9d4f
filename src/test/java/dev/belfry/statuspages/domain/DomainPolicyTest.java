package dev.belfry.statuspages.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DomainPolicyTest {
  private static final UUID ACCOUNT = new UUID(1, 2);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "belfry.example.com",
        "BELFRY.example.com.",
        "api.example.com",
        "belfry.internal",
        "localhost",
        "status.localhost",
        "127.0.0.1",
        "::1",
      })
  void noPageHasAHostOfTheService(String host) {
    DomainPolicy policy = DomainPolicies.usual();
    assertThat(policy.problem(host)).contains("must not be a host name of this service");
    assertThat(policy.served(host)).isNull();
    assertThat(DomainState.of(ACCOUNT, host, "RECORD", policy).status())
        .isEqualTo(DomainState.Status.BLOCKED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"status.example.com", "status.belfry.example.com", "example.com"})
  void anyOtherMayBeUsed(String host) {
    assertThat(DomainPolicies.usual().problem(host)).isEmpty();
    assertThat(DomainPolicies.usual().served(host)).isEqualTo(host);
  }

  @Test
  void servesNoneWhereTheyAreSwitchedOff() {
    DomainPolicy policy = DomainPolicies.with(Map.of("BELFRY_CUSTOM_DOMAINS", "off"));
    assertThat(policy.served("status.example.com")).isNull();
    assertThat(policy.served(null)).isNull();
  }

  @Test
  void theRecordDependsOnAccountAndDomain() {
    DomainRecord record = DomainRecord.of(ACCOUNT, "status.example.com");
    assertThat(record.name()).isEqualTo("_belfry-challenge.status.example.com");
    assertThat(record.value()).matches("belfry=[0-9a-f]{32}").isEqualTo(record.value());
    assertThat(DomainRecord.of(new UUID(1, 3), "status.example.com").value())
        .isNotEqualTo(record.value());
    assertThat(DomainRecord.of(ACCOUNT, "other.example.com").value()).isNotEqualTo(record.value());
  }

  @Test
  void pausesGrowToADay() {
    assertThat(DomainVerifier.pause(1)).isEqualTo(5_000);
    assertThat(DomainVerifier.pause(2)).isEqualTo(10_000);
    long longest = 0;
    for (int misses = 1; misses < 100; misses++) {
      assertThat(DomainVerifier.pause(misses)).isGreaterThanOrEqualTo(longest);
      longest = DomainVerifier.pause(misses);
    }
    assertThat(longest).isEqualTo(DomainVerifier.DAY_MILLIS);
    assertThat(DomainVerifier.pause(Integer.MAX_VALUE)).isEqualTo(DomainVerifier.DAY_MILLIS);
  }
}
