package dev.belfry.monitoring.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests with a key or a tag that share a transaction, and the one among them that fails. */
class PreconditionsTogetherIT {
  private static final int WRITES = 60;
  private static final String KEY = "Idempotency-Key";

  private final TestApp app = TestApp.shared();
  private final ApiClient client = app.as(app.newTenant());
  private final Crowd people = new Crowd(WRITES);

  @AfterEach
  void close() {
    people.close();
  }

  @Test
  void ofTheSameKeyOneTakesEffect() throws Exception {
    ApiClient keyed = client.with(KEY, UUID.randomUUID().toString());

    List<ApiReply> replies = people.all(number -> Written.GROUP.post(keyed, "once"));

    assertThat(replies).extracting(ApiReply::status).containsOnly(201);
    assertThat(replies).extracting(ApiReply::text).containsOnly(replies.get(0).text());
    assertThat(replies)
        .extracting(reply -> reply.header("idempotency-replayed"))
        .containsOnlyOnce("");
    assertThat(client.get("/v1/check-groups").json()).hasSize(1);
  }

  /** A refusal is kept too, and leaves nothing behind. */
  @Test
  void aKeyThatIsRefusedFailsAlone() throws Exception {
    for (int number = 0; number < WRITES; number += 10) {
      Written.VARIABLE.made(client, "V_" + number);
    }
    List<ApiClient> keyed = new ArrayList<>();
    for (int number = 0; number < WRITES; number++) {
      keyed.add(client.with(KEY, UUID.randomUUID().toString()));
    }

    List<ApiReply> first =
        people.all(number -> Written.VARIABLE.post(keyed.get(number), "V_" + number));
    List<ApiReply> second =
        people.all(number -> Written.VARIABLE.post(keyed.get(number), "V_" + number));

    assertThat(first).extracting(ApiReply::status).isEqualTo(people.every(10, 409, 201));
    for (int number = 0; number < WRITES; number++) {
      assertThat(second.get(number).text()).isEqualTo(first.get(number).text());
      assertThat(second.get(number).header("idempotency-replayed")).isEqualTo("true");
    }
    assertThat(client.get("/v1/variables?limit=100").json()).hasSize(WRITES);
  }

  @Test
  void aStaleTagFailsAlone() throws Exception {
    List<String> ids = new ArrayList<>();
    List<String> tags = new ArrayList<>();
    for (int number = 0; number < WRITES; number++) {
      ids.add(Written.CHANNEL.made(client, "made_" + number));
      tags.add(Written.CHANNEL.tag(client, ids.get(number)));
      if (number % 10 == 0) {
        Written.CHANNEL.put(client, ids.get(number), "changed").hasStatus(200);
      }
    }

    assertThat(
            people.all(
                number ->
                    Written.CHANNEL
                        .put(
                            client.with("If-Match", tags.get(number)),
                            ids.get(number),
                            "put_" + number)
                        .status()))
        .isEqualTo(people.every(10, 412, 200));
  }
}
