package dev.belfry.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.platform.error.Violation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;

/** A body is read alike, whatever bodies a reader has seen before and in whatever order. */
class MemberOrderTest {
  private static final String SCHEMA =
      """
      {"type": "object", "required": ["name"], "properties": {
        "name": {"type": "string"}, "names": {"type": "array", "items": {"type": "string"}},
        "on": {"type": "boolean"}, "size": {"type": ["integer", "null"], "enum": [0, 5, 10, null]},
        "part": {"type": "object", "properties": {
          "x": {"type": "number"}, "y": {"type": "number", "default": 7}}},
        "rest": {"type": "object", "additionalProperties": true, "properties": {
          "x": {"type": "string"}}}}}""";

  private static final String[] MEMBERS = {
    "\"name\":\"n\"",
    "\"n\\u0061me\":\"n\"",
    "\"names\":[\"a\",\"b\"]",
    "\"on\":true",
    "\"on\":3",
    "\"size\":5",
    "\"size\":-0",
    "\"size\": null",
    "\"part\":{\"y\":1,\"x\":2}",
    "\"part\" : { \"x\" : 2.5 }",
    "\"part\":{}",
    "\"rest\":{\"z\":{\"x\":1},\"x\":\"t\",\"z\":2}",
    "\"unknown\":{\"name\":[1,{\"on\":2}]}",
    "\"nam\":1"
  };

  @Test
  void aReaderRemembersNothingThatMatters() throws Exception {
    JsonNode schema = new ObjectMapper().readTree(SCHEMA);
    BodySchema seasoned = compile(schema);
    Random random = new Random(20261123);
    for (int i = 0; i < 5_000; i++) {
      StringJoiner body = new StringJoiner(random.nextBoolean() ? "," : " ,\n ", "{", "}");
      for (int members = random.nextInt(8); members > 0; members--) {
        body.add(MEMBERS[random.nextInt(MEMBERS.length)]);
      }
      assertThat(read(seasoned, body)).as("%s", body).isEqualTo(read(compile(schema), body));
    }
  }

  private static BodySchema compile(JsonNode schema) {
    return new BodySchema(new SchemaCompiler(schema).compile(schema));
  }

  private static String read(BodySchema schema, StringJoiner body) {
    List<Violation> violations = new ArrayList<>();
    String read =
        schema.read(body.toString().getBytes(StandardCharsets.UTF_8), violations).toString();
    return read + violations;
  }
}
