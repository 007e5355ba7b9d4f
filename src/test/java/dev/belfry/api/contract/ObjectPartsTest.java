package dev.belfry.api.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An object that the contract describes in several parts is read like one in a single part. */
class ObjectPartsTest {
  private static final String DOCUMENT =
      """
      Named:
        type: object
        required: [name]
        properties: {name: {type: string, maxLength: 3}, on: {type: boolean, default: true}}
      Aged:
        description: With an age
        allOf:
          - {$ref: '#/Named'}
          - {type: object, properties: {age: {type: integer, default: 7}}}
      Placed:
        x-note: kept
        allOf:
          - {$ref: '#/Aged'}
          - {type: object, required: [age, place], properties: {place: {type: string}}}
      """;

  @Test
  void readsTheMembersOfAllPartsInOrder() throws Exception {
    List<Violation> violations = new ArrayList<>();

    ObjectNode read = read("{\"place\":\"x\",\"age\":1,\"name\":\"n\",\"other\":1}", violations);

    assertThat(violations).isEmpty();
    assertThat(read.toString()).isEqualTo("{\"place\":\"x\",\"age\":1,\"name\":\"n\",\"on\":true}");
  }

  @Test
  void holdsEachMemberToTheRulesOfItsPart() throws Exception {
    List<Violation> violations = new ArrayList<>();

    read("{\"name\":\"long\",\"age\":\"x\"}", violations);

    assertThat(violations).extracting(Violation::path).containsExactly("/name", "/age", "/place");
  }

  @Test
  void requiresTheMembersThatAnyPartRequires() throws Exception {
    List<Violation> violations = new ArrayList<>();

    read("{}", violations);

    assertThat(violations).extracting(Violation::path).containsExactly("/name", "/age", "/place");
  }

  @Test
  void makesOneSchemaOfTheParts() throws Exception {
    JsonNode document = document(DOCUMENT);

    JsonNode joined = ObjectParts.join(document, document.get("Placed"));

    assertThat(joined.get("properties").fieldNames())
        .toIterable()
        .containsExactly("name", "on", "age", "place");
    assertThat(joined.get("x-note").asText()).isEqualTo("kept");
    assertThat(joined.has("allOf")).isFalse();
    assertThat(ObjectParts.join(document, document.get("Named"))).isSameAs(document.get("Named"));
  }

  @Test
  void leavesNoPartsInTheSchemasByName() {
    JsonNode schemas = ContractDocument.read().schemas();

    assertThat(schemas.at("/ApiKeyMade/properties").has("scope")).isTrue();
    assertThat(schemas).allMatch(schema -> !schema.has("allOf"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "[{$ref: '#/Named'}, {type: object, properties: {on: {type: string}}}] | member in two",
        "[{$ref: '#/Named'}, {type: string}] | more than objects",
        "[{$ref: '#/Named'}, {type: [object, 'null']}] | more than objects",
        "[{$ref: '#/Named'}, {$ref: '#/None'}] | more than objects",
        "[{$ref: '#/Named'}, {type: object, additionalProperties: true}] | additionalProperties",
        "[] | without members",
      })
  void refusesPartsThatMakeNoObject(String parts, String fault) throws Exception {
    JsonNode document = document(DOCUMENT + "Wrong: {allOf: " + parts + "}\n");

    assertThatThrownBy(() -> new SchemaCompiler(document).compile(document.get("Wrong")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(fault);
  }

  @Test
  void refusesARuleBesideTheParts() throws Exception {
    JsonNode document = document(DOCUMENT.replace("x-note: kept", "required: [on]"));

    assertThatThrownBy(() -> new SchemaCompiler(document).compile(document.get("Placed")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("beside an allOf: required");
  }

  private static ObjectNode read(String body, List<Violation> violations) throws Exception {
    JsonNode document = document(DOCUMENT);
    ValueReader reader = new SchemaCompiler(document).compile(document.get("Placed"));
    return new BodySchema(reader).read((ObjectNode) new ObjectMapper().readTree(body), violations);
  }

  private static JsonNode document(String yaml) throws Exception {
    return new YAMLMapper().readTree(yaml);
  }
}
