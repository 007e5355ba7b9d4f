package dev.belfry.monitoring.channel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChannelConfigTest {
  private static String of(ChannelType type, String sent) {
    return ChannelCodec.text(ChannelCodec.config(sent).stored(type));
  }

  private static String over(ChannelType type, String sent, String stored) {
    ChannelConfig before = ChannelCodec.config(stored);
    return ChannelCodec.text(ChannelCodec.config(sent).withSecretsOf(before).stored(type));
  }

  @Test
  void keepsOnlyWhatBelongsToTheType() {
    assertThat(of(ChannelType.EMAIL, "{\"address\":\"a@b\",\"url\":\"x\",\"apiKey\":\"k\"}"))
        .isEqualTo("{\"address\":\"a@b\"}");
  }

  @Test
  void fillsTheDefaultsOfAWebhook() {
    assertThat(of(ChannelType.WEBHOOK, "{\"url\":\"u\",\"headers\":null}"))
        .isEqualTo("{\"url\":\"u\",\"method\":\"POST\",\"headers\":[],\"queryParameters\":[]}");
    assertThat(of(ChannelType.WEBHOOK, "{\"method\":null}")).contains("\"method\":null");
    assertThat(of(ChannelType.WEBHOOK, "{\"method\":\"PUT\"}")).contains("\"method\":\"PUT\"");
  }

  @Test
  void keepsSecretsThatAreNotMentioned() {
    String stored = "{\"serviceKey\":\"old\",\"account\":\"a\"}";
    assertThat(over(ChannelType.PAGERDUTY, "{}", stored)).isEqualTo("{\"serviceKey\":\"old\"}");
    assertThat(over(ChannelType.PAGERDUTY, "{\"serviceKey\":\"new\"}", stored))
        .isEqualTo("{\"serviceKey\":\"new\"}");
  }

  @Test
  void dropsSecretsThatAreClearedByNullOrEmptyText() {
    for (String empty : new String[] {"null", "\"\""}) {
      assertThat(
              over(
                  ChannelType.WEBHOOK,
                  "{\"webhookSecret\":" + empty + "}",
                  "{\"webhookSecret\":\"old\"}"))
          .doesNotContain("webhookSecret");
    }
  }

  @Test
  void namesNoSecretInItsText() {
    assertThat(ChannelCodec.config("{\"apiKey\":\"hidden\"}")).asString().doesNotContain("hidden");
  }
}
