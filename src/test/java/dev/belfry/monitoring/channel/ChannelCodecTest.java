package dev.belfry.monitoring.channel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.BodySamples;
import dev.belfry.api.http.JsonText;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChannelCodecTest {
  @ParameterizedTest
  @ValueSource(strings = {"createAlertChannel", "updateAlertChannel"})
  void keepsEveryMemberOfTheContract(String operation) {
    BodySamples.of(operation, 500)
        .forEach(
            body -> {
              ChannelDraft draft = ChannelCodec.read(body);
              ChannelConfig config = draft.config().value();
              ObjectNode written = JsonText.parse(ChannelCodec.text(draft.flags()));
              draft.type().ifValue(type -> written.put("type", type.name()));
              if (config != null) {
                written.set("config", JsonText.parse(ChannelCodec.text(config)));
              }
              ObjectNode expected = body.deepCopy().without(List.of("subscriptions"));
              for (String link : List.of("grouping", "onCall")) {
                if (expected.path(link).isNull()) {
                  expected.remove(link); // Stored like a channel that never had one.
                }
              }
              assertThat(written).isEqualTo(JsonText.parse(expected.toString()));
            });
  }

  @Test
  void leavesAbsentFlagsOfAnUpdateAsTheyAreStored() {
    String stored = "{\"sendFailure\":true,\"sslExpiryThreshold\":30}";
    ChannelDraft update = ChannelCodec.read(JsonText.parse("{\"sslExpiryThreshold\":7}"));
    assertThat(ChannelCodec.merged(stored, update.flags()))
        .isEqualTo("{\"sendFailure\":true,\"sslExpiryThreshold\":7}");
  }
}
