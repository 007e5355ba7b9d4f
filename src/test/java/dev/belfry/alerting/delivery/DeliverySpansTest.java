package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.channel.ChannelType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DeliverySpansTest {
  @ParameterizedTest
  @EnumSource(ChannelType.class)
  void aReplyOfAMailServerIsNoStatusOfHttp(ChannelType type) {
    assertThat(DeliverySpans.statusAttribute(type))
        .isEqualTo(
            type == ChannelType.EMAIL ? "belfry.smtp.reply_code" : "http.response.status_code");
  }

  @Test
  void aStatusOfAnUnknownProtocolIsLeftOut() {
    assertThat(DeliverySpans.statusAttribute(null)).isNull();
  }
}
