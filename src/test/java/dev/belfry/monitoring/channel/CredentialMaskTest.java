package dev.belfry.monitoring.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.http.JsonText;
import dev.belfry.platform.error.Violation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CredentialMaskTest {
  private static final String HOOK =
      """
      {"url":"https://user:pass@e.org/x?a=b","method":"POST","headers":[
        {"key":"X-Team","value":"shop","locked":false},
        {"key":"X-Id","value":"one","locked":true},{"key":"x-id","value":"two","locked":true},
        {"key":"Authorization","value":"Bearer abc","locked":false}],
       "queryParameters":[{"key":"api_key","value":"k","locked":false}]}""";

  private static ChannelConfig config(String json) {
    return ChannelCodec.config(json);
  }

  private static ChannelConfig masked(String json) {
    return CredentialMask.masked(ChannelType.WEBHOOK, config(json));
  }

  @ParameterizedTest
  @CsvSource({
    "SLACK, https://hooks.slack.com/services/T0/B0/abc, https://hooks.slack.com/****",
    "SLACK, https://chat.example.org:8443?token=a, https://chat.example.org:8443/****",
    "SLACK, https://a:b@chat.example.org/, https://****@chat.example.org/",
    "SLACK_APP, https://hooks.slack.com/services/T0/B0/abc, https://hooks.slack.com/****",
    "WEBHOOK, https://hooks.slack.com/services/T0/B0/abc, https://hooks.slack.com/****",
    "WEBHOOK, https://discord.com/api/webhooks/1/abc?wait=true, https://discord.com/****",
    "WEBHOOK, https://api.telegram.org/bot1:abc/sendMessage, https://api.telegram.org/****",
    "WEBHOOK, https://prod-7.westus.logic.azure.com:443/w/1?sig=abc, https://prod-7.westus.logic.azure.com:443/****",
    "WEBHOOK, https://ntfy.sh/topic, https://ntfy.sh/****",
    "WEBHOOK, https://discord.com.e.org/api/webhooks, https://discord.com.e.org/api/webhooks",
    "WEBHOOK, https://e.org/x?a=b&Access_Token=s1&c=d#e, https://e.org/x?a=b&Access_Token=****&c=d#e",
    "WEBHOOK, https://e.org/path?a=b, https://e.org/path?a=b",
    "WEBHOOK, http://user:pa@ss@[::1]:9/x, http://****@[::1]:9/x",
    "WEBHOOK, https://token@e.org, https://****@e.org",
    "WEBHOOK, https://e.org/a@b, https://e.org/a@b"
  })
  void hidesTheSecretPartsOfAddresses(ChannelType type, String url, String shown) {
    String json = "{\"url\":\"" + url + "\"}";
    assertThat(JsonText.parse(CredentialMask.masked(type.name(), json)).get("url").asText())
        .isEqualTo(shown);
  }

  @Test
  void hidesLockedValuesAndThoseWithTellingNames() {
    assertThat(ChannelCodec.text(masked(HOOK)))
        .contains("X-Team", "shop", "X-Id", "Authorization", "api_key")
        .doesNotContain("user", "pass", "one", "two", "Bearer", "\"k\"");
  }

  @Test
  void aMaskThatIsSentBackMeansWhatIsStored() {
    ChannelConfig back = CredentialMask.restored(ChannelType.WEBHOOK, masked(HOOK), config(HOOK));
    assertThat(ChannelCodec.text(back)).isEqualTo(ChannelCodec.text(config(HOOK)));
    assertThat(CredentialMask.leftIn(ChannelType.WEBHOOK, back)).isEmpty();
  }

  @Test
  void aMaskOfASecretLeavesItAsItIs() {
    ChannelConfig back =
        CredentialMask.restored(
            ChannelType.PAGERDUTY,
            config("{\"serviceKey\":\"****\"}"),
            config("{\"serviceKey\":\"sealed\"}"));
    assertThat(back.text(ConfigMember.SERVICE_KEY).isPresent()).isFalse();
  }

  @Test
  void aMaskForWhichNothingIsStoredIsNamed() {
    String sent =
        """
        {"url":"https://****@f.org/","webhookSecret":"****","headers":[{"key":"X","value":"1"},
          {"key":"Y","value":"****"}],"queryParameters":[{"key":"z","value":"****"}]}""";
    ChannelConfig back = CredentialMask.restored(ChannelType.WEBHOOK, config(sent), config(HOOK));
    assertThat(CredentialMask.leftIn(ChannelType.WEBHOOK, back))
        .extracting(Violation::path)
        .containsExactly(
            "/config/url", "/config/headers/1/value", "/config/queryParameters/0/value");
    assertThat(CredentialMask.leftIn(ChannelType.WEBHOOK, config(sent))).hasSize(4);
    assertThat(
            CredentialMask.leftIn(ChannelType.WEBHOOK, config("{\"url\":\"https://e.org/****\"}")))
        .isEmpty();
  }

  @Test
  void documentsWithoutTypeAreKnownByTheirForm() {
    assertThat(
            CredentialMask.maskedDocument(
                    JsonText.parse("{\"config\":{\"url\":\"https://hooks.slack.com/a\"}}"))
                .toString())
        .contains("https://hooks.slack.com/****");
    assertThat(
            CredentialMask.maskedDocument(JsonText.parse("{\"config\":" + HOOK + "}")).toString())
        .contains("https://****@e.org/x?a=b");
    assertThat(CredentialMask.maskedDocument(JsonText.parse("{\"sslExpiry\":true}")).toString())
        .isEqualTo("{\"sslExpiry\":true}");
  }
}
