package dev.belfry.engine.objective;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.http.JsonText;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.testing.ResourceReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObjectiveResourceTest {
  private final ObjectiveResource resource = new ObjectiveResource();
  private final ResourceReader reader = new ResourceReader(resource);

  @Test
  void knowsWhatItRefersTo() {
    assertThat(resource.references())
        .containsEntry("/checkId", ResourceType.CHECK)
        .containsEntry("/groupId", ResourceType.CHECK_GROUP)
        .containsEntry("/alertChannelSubscriptions/*/alertChannelId", ResourceType.ALERT_CHANNEL)
        .hasSize(3);
  }

  @Test
  void hasEveryMember() {
    ResourceReader.assertSame(
        reader.document("{\"name\":\"Web\",\"groupId\":7,\"target\":99.90,\"x\":1}"),
        JsonText.parse(
            """
            {"name":"Web","description":null,"checkId":null,"groupId":7,"tag":null,"target":99.9,
             "windowDays":30,"alertChannelSubscriptions":[]}"""));
    ResourceReader.assertSame(
        reader.document(
            """
            {"name":"Web","groupId":7,"target":99,"alertChannelSubscriptions":[
             {"alertChannelId":4,"activated":false},{"alertChannelId":2,"activated":true}]}"""),
        JsonText.parse(
            """
            {"name":"Web","description":null,"checkId":null,"groupId":7,"tag":null,"target":99,
             "windowDays":30,"alertChannelSubscriptions":[{"alertChannelId":2,"activated":true},
             {"alertChannelId":4,"activated":false}]}"""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"groupId\":7,\"target\":99}                               | /name",
        "{\"name\":\"a\",\"groupId\":7}                              | /target",
        "{\"name\":\"a\",\"groupId\":7,\"target\":100}               | /target",
        "{\"name\":\"a\",\"target\":99}                              | /checkId",
        "{\"name\":\"a\",\"target\":99,\"groupId\":7,\"windowDays\":1} | /windowDays",
        "{\"name\":\"a\",\"target\":99,\"groupId\":7,\"tag\":\"x\"}   | /tag",
      })
  void namesWhatIsWrong(String payload, String path) {
    assertThat(reader.paths(payload)).containsExactly(path);
  }
}
