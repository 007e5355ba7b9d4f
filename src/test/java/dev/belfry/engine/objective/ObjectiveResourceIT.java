package dev.belfry.engine.objective;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.ResourceFixture;
import dev.belfry.testing.ApiReply;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObjectiveResourceIT {
  private final ResourceFixture stage = new ResourceFixture(database -> new ObjectiveResource());
  private final String group = stage.make("/v2/check-groups", "{\"name\":\"G\"}");
  private final String check =
      stage.make("/v1/checks/url", "{\"name\":\"Home\",\"request\":{\"url\":\"https://e.org\"}}");
  private final String channel =
      stage.make("/v1/alert-channels", "{\"type\":\"EMAIL\",\"config\":{\"address\":\"a@e.org\"}}");

  private String ofGroup(String more) {
    return "{\"name\":\"Web\",\"target\":99.9,\"groupId\":" + group + more + "}";
  }

  private String ofCheck(String more) {
    return "{\"name\":\"Home\",\"target\":99,\"checkId\":\"" + check + "\"" + more + "}";
  }

  @Test
  void readsWhatItWrote() {
    String subscribed =
        ",\"alertChannelSubscriptions\":[{\"alertChannelId\":" + channel + ",\"activated\":true}]";
    stage.live(
        List.of(ofGroup(""), ofCheck(subscribed)),
        List.of(ofGroup(",\"windowDays\":7,\"description\":\"d\"" + subscribed), ofCheck("")));
  }

  @Test
  void beginsAnewForAnotherSubject() {
    DesiredResource item = stage.inserted(ofGroup(""));
    String path = "/v1/objectives/" + item.id();
    stage.assertStored(stage.updated(item, ofCheck("")));
    ApiReply moved = stage.client.get(path);
    assertThat(moved.at("/checkId").asText()).isEqualTo(check);
    assertThat(moved.at("/groupId").isNull()).isTrue();
    assertThat(moved.at("/updated_at").isNull()).isTrue();
    stage.client.get(path + "/status").hasStatus(200);
  }

  @Test
  void aThousandTakeOneStatement() {
    stage.live(
        ResourceFixture.many(1000, "{\"name\":\"o%s\",\"target\":99,\"groupId\":" + group + "}"),
        ResourceFixture.many(
            1000, "{\"name\":\"p%s\",\"target\":99.5,\"checkId\":\"" + check + "\"}"));
  }
}
