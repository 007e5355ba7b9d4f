package dev.belfry.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.time.OffsetDateTime;
import java.util.List;

/** The life of a resource in the hands of the Go SDK. */
record SdkLife(ApiClient client) {
  /** Members that the service assigns, or does not have. */
  private static final List<String> NOT_KEPT =
      List.of("id", "created_at", "updated_at", "createdAt", "updatedAt", "sslCheck");

  /**
   * Creates, reads, updates, reads and deletes, as a resource of Terraform does; each answer has
   * the one status that the SDK accepts.
   *
   * @param update where updates go, with {@code ID} for the id
   * @param read where it is read and deleted, with {@code ID} for the id
   */
  JsonNode lives(String create, String update, String read, String body, String changed) {
    ApiReply made = client.post(create, body).hasStatus(201);
    String id = made.at("/id").isMissingNode() ? made.at("/key").asText() : made.id();
    JsonNode stored = client.get(read.replace("ID", id)).hasStatus(200).json();
    assertThat(stored).as("read after create").isEqualTo(made.json());
    isRfc3339(stored);
    comesBack(body, stored);
    ApiReply updated = client.put(update.replace("ID", id), changed).hasStatus(200);
    JsonNode after = client.get(read.replace("ID", id)).hasStatus(200).json();
    assertThat(after).as("read after update").isEqualTo(updated.json());
    isRfc3339(after);
    comesBack(changed, after);
    ApiReply deleted = client.delete(read.replace("ID", id)).hasStatus(204);
    assertThat(deleted.text()).isEmpty();
    client.get(read.replace("ID", id)).isNotFound();
    return stored;
  }

  /** Go cannot read a bare date; null leaves its zero value. */
  private static void isRfc3339(JsonNode stored) {
    for (String name : List.of("created_at", "updated_at")) {
      JsonNode time = stored.path(name);
      if (!time.isMissingNode() && !time.isNull()) {
        assertThat(OffsetDateTime.parse(time.asText())).as(name).isNotNull();
      }
    }
  }

  /** Every member that says something is there again, as it was sent. */
  private static void comesBack(String body, JsonNode stored) {
    JsonText.parse(body)
        .properties()
        .forEach(
            sent -> {
              if (!NOT_KEPT.contains(sent.getKey())) {
                comesBack(sent.getKey(), sent.getValue(), stored.path(sent.getKey()));
              }
            });
  }

  private static void comesBack(String name, JsonNode sent, JsonNode stored) {
    if (sent.isObject()) {
      sent.properties()
          .forEach(
              member -> {
                boolean unknown = !stored.has(member.getKey());
                boolean empty = member.getValue().isObject() && member.getValue().isEmpty();
                if (!unknown && !empty) {
                  comesBack(
                      name + "." + member.getKey(),
                      member.getValue(),
                      stored.path(member.getKey()));
                }
              });
    } else if (sent.isArray() && sent.path(0).isObject()) {
      assertThat(stored).as(name).hasSize(sent.size());
      for (int i = 0; i < sent.size(); i++) {
        comesBack(name + "[" + i + "]", sent.get(i), stored.get(i));
      }
    } else if (name.endsWith(".onlyOn")) {
      assertThat(stored.path(0)).as(name).isEqualTo(sent.isArray() ? sent.get(0) : sent);
    } else if (sent.isNull() || "".equals(sent.textValue())) { // Go reads both alike.
      boolean unset = stored.isNull() || (stored.isEmpty() && stored.asText().isEmpty());
      assertThat(unset).as(name + " is unset: " + stored).isTrue();
    } else if (sent.isNumber()) {
      assertThat(stored.asDouble()).as(name).isEqualTo(sent.asDouble());
    } else {
      assertThat(stored).as(name).isEqualTo(sent);
    }
  }
}
