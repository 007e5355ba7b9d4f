package dev.belfry.monitoring.channel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.testing.ResourceReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubscriptionResourceTest {
  private static final String CHECK = "018f0000-0000-7000-8000-00000000000a";

  private final SubscriptionResource resource = new SubscriptionResource();
  private final ResourceReader reader = new ResourceReader(resource);

  @Test
  void knowsWhatItRefersTo() {
    assertThat(resource.type()).isEqualTo(ResourceType.SUBSCRIPTION);
    assertThat(resource.references())
        .containsEntry("/alertChannelId", ResourceType.ALERT_CHANNEL)
        .containsEntry("/checkId", ResourceType.CHECK)
        .containsEntry("/groupId", ResourceType.CHECK_GROUP)
        .hasSize(3);
  }

  @Test
  void hasFourMembers() {
    ResourceReader.assertSame(
        reader.document(
            "{\"alertChannelId\":4,\"checkId\":\""
                + CHECK.toUpperCase(java.util.Locale.ROOT)
                + "\",\"x\":1}"),
        JsonText.parse(
            "{\"alertChannelId\":4,\"checkId\":\""
                + CHECK
                + "\",\"groupId\":null,\"activated\":true}"));
    ObjectNode muted = reader.document("{\"alertChannelId\":4,\"groupId\":7,\"activated\":false}");
    ResourceReader.assertSame(
        muted,
        JsonText.parse(
            "{\"alertChannelId\":4,\"checkId\":null,\"groupId\":7,\"activated\":false}"));
    assertThat(resource.masked(muted)).isEqualTo(muted);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"groupId\":7}                                  | /alertChannelId",
        "{\"alertChannelId\":null,\"groupId\":7}          | /alertChannelId",
        "{\"alertChannelId\":1.5,\"groupId\":7}           | /alertChannelId",
        "{\"alertChannelId\":{\"ref\":\"x\"},\"groupId\":7} | /alertChannelId",
        "{\"alertChannelId\":1}                           | /checkId",
        "{\"alertChannelId\":1,\"checkId\":null}          | /checkId",
        "{\"alertChannelId\":1,\"groupId\":7,\"activated\":null} | /activated",
        "{\"alertChannelId\":1,\"groupId\":7,\"checkId\":\"018f0000-0000-7000-8000-00000000000a\"}"
            + " | /groupId",
      })
  void namesWhatIsWrong(String payload, String path) {
    assertThat(reader.paths(payload)).containsExactly(path);
  }
}
