package dev.belfry.monitoring.location;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code GET /v1/static-ips} and its siblings. */
class StaticAddressesIT {
  @ParameterizedTest
  @CsvSource({
    "/v1/static-ips, listStaticIps, [], application/json",
    "/v1/static-ips-by-region, listStaticIpsByRegion, {}, application/json",
    "/v1/static-ips.txt, readStaticIpText, '', text/plain",
    "/v1/static-ipv6s, listStaticIpv6s, [], application/json",
    "/v1/static-ipv6s-by-region, listStaticIpv6sByRegion, {}, application/json",
    "/v1/static-ipv6s.txt, readStaticIpv6Text, '', text/plain",
  })
  void answersThatThereAreNone(String path, String operation, String body, String type) {
    ApiReply reply = TestApp.shared().client().get(path).hasStatus(200).matchesContract(operation);
    assertThat(reply.text()).isEqualTo(body);
    assertThat(reply.header("content-type")).startsWith(type);
  }
}
