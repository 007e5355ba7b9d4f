package dev.belfry.monitoring.channel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.platform.error.Violation;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChannelRulesTest {
  private static List<String> paths(List<Violation> violations) {
    return violations.stream().map(Violation::path).toList();
  }

  private static ChannelDraft draft(String body) {
    return ChannelCodec.read(JsonText.parse(body));
  }

  private static List<String> ofConfig(ChannelType type, String config) {
    return paths(ChannelRules.ofConfig(type, ChannelCodec.config(config)));
  }

  private static List<String> ofSubscription(String subscription) {
    return paths(
        ChannelRules.ofSubscription(
            SubscriptionCodec.SUBSCRIBE.codec().apply(JsonText.parse(subscription))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "EMAIL     | /config/address",
        "SLACK     | /config/url",
        "SLACK_APP | /config/slackChannels",
        "WEBHOOK   | /config/url",
        "SMS       | /config/number",
        "CALL      | /config/number",
        "OPSGENIE  | /config/name /config/apiKey",
        "PAGERDUTY | /config/serviceKey",
        "MEMBER    | /config/userId /config/teamId"
      })
  void requiresTheMembersOfItsType(ChannelType type, String missing) {
    assertThat(String.join(" ", ofConfig(type, "{}"))).isEqualTo(missing);
  }

  @Test
  void countsNullAndBlankAsMissing() {
    assertThat(ofConfig(ChannelType.OPSGENIE, "{\"name\":null,\"apiKey\":\" \"}")).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ops@example.com", "a+b@mail.example.co", "o'neil@example.com", "root@localhost"})
  void takesAddresses(String address) {
    assertThat(ofConfig(ChannelType.EMAIL, "{\"address\":\"" + address + "\"}")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ops",
        "ops@",
        "@example.com",
        "a@b@c",
        "a b@example.com",
        "a@x.com,b@x.com",
        "a@.com",
        "A <a@x.com>",
        "a@x.com\\nBcc: b@x.com"
      })
  void refusesWhatIsNoAddress(String address) {
    assertThat(ofConfig(ChannelType.EMAIL, "{\"address\":\"" + address + "\"}"))
        .containsExactly("/config/address");
  }

  @ParameterizedTest
  @CsvSource({
    "https://example.com/hook, true",
    "HTTP://127.0.0.1:9/x?a=b, true",
    "ftp://example.com/, false",
    "example.com, false",
    "https:///path, false",
    "https://exa mple.com/, false",
    "javascript:alert(1), false"
  })
  void takesWebAddressesOnly(String url, boolean valid) {
    assertThat(ofConfig(ChannelType.WEBHOOK, "{\"url\":\"" + url + "\"}").isEmpty())
        .isEqualTo(valid);
  }

  @ParameterizedTest
  @CsvSource({
    "X-Team, shop, ''",
    "!#$%&'*+.^_`|~09aZ-, {{TAGS}}, ''",
    "X A, 1, key",
    "'', 1, key",
    "X-A: b\\r\\nX-C, 1, key",
    "Größe, 1, key",
    "X:, 1, key",
    "hOst, example.org, key",
    "Transfer-Encoding, chunked, key",
    "X, a\\tb é, ''",
    "X, a\\r\\nB: c, value",
    "X, a\\u0000, value",
    "X, a\\u007f, value",
    "X\\n, a\\n, key value"
  })
  void headersCanBeSent(String name, String value, String refused) {
    String config =
        "{\"url\":\"https://e.org/\",\"headers\":[{\"key\":\"A\"},{\"key\":\"%s\",\"value\":\"%s\"}]}"
            .formatted(name, value);
    assertThat(ofConfig(ChannelType.WEBHOOK, config))
        .isEqualTo(
            Stream.of("key", "value")
                .filter(refused::contains)
                .map(one -> "/config/headers/1/" + one)
                .toList());
  }

  @ParameterizedTest
  @CsvSource({
    "+49 30 1234567, true",
    "+1 (555) 123-4567, true",
    "0123456789, true",
    "call me, false",
    "+49, false",
    "12345x, false"
  })
  void takesTelephoneNumbersOnly(String number, boolean valid) {
    assertThat(ofConfig(ChannelType.SMS, "{\"number\":\"" + number + "\"}").isEmpty())
        .isEqualTo(valid);
  }

  @Test
  void requiresExactlyOneOfCheckAndGroup() {
    String check = "\"checkId\":\"3f6a1c52-8d0e-4b7a-9a41-5c2f7d9e1b30\"";
    assertThat(ofSubscription("{" + check + ",\"groupId\":null}")).isEmpty();
    assertThat(ofSubscription("{\"groupId\":1}")).isEmpty();
    assertThat(ofSubscription("{\"checkId\":null,\"groupId\":null}")).containsExactly("/checkId");
    assertThat(ofSubscription("{" + check + ",\"groupId\":1}")).containsExactly("/groupId");
  }

  @Test
  void refusesToSubscribeTheSameThingTwice() {
    ObjectNode body =
        JsonText.parse(
            """
            {"subscriptions":[{"groupId":1},{"groupId":1},{},
             {"checkId":"3F6A1C52-8d0e-4b7a-9a41-5c2f7d9e1b30"},
             {"checkId":"3f6a1c52-8d0e-4b7a-9a41-5c2f7d9e1b30"}]}""");
    assertThat(paths(ChannelRules.ofNew(ChannelCodec.read(body))))
        .containsExactly(
            "/subscriptions/1/groupId", "/subscriptions/2/checkId", "/subscriptions/4/checkId");
  }

  @Test
  void letsAnUpdateLeaveSecretsOutButNotClearRequiredOnes() {
    assertThat(ChannelRules.ofUpdate(draft("{\"type\":\"OPSGENIE\",\"config\":{\"name\":\"x\"}}")))
        .isEmpty();
    assertThat(
            paths(
                ChannelRules.ofUpdate(
                    draft("{\"type\":\"OPSGENIE\",\"config\":{\"apiKey\":null}}"))))
        .containsExactly("/config/name", "/config/apiKey");
  }

  @Test
  void saysNothingAboutPartsThatViolatedTheSchema() {
    assertThat(ChannelRules.ofNew(draft("{\"config\":{}}"))).isEmpty();
    assertThat(ChannelRules.ofNew(draft("{\"type\":\"EMAIL\"}"))).isEmpty();
  }
}
