package dev.belfry.projects.importer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.http.JsonText;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Monitors of other tools that become API checks. */
class ApiImportTest {
  private static final String AT = "/monitors/0/request";

  private static ImportResult kuma(String monitor) {
    return UptimeKuma.read(
        JsonText.parse(
            ("{'monitorList':[{'name':'m','url':'https://e.org/'," + monitor + "}]}")
                .replace('\'', '"')));
  }

  private static ImportResult gatus(String endpoint) {
    return Gatus.read(
        JsonText.parse(
            ("{'endpoints':[{'name':'m','url':'https://e.org/'," + endpoint + "}]}")
                .replace('\'', '"')));
  }

  private static List<String> notes(ImportResult moved) {
    return moved.notes().stream().map(ImportNote::toString).toList();
  }

  private static JsonNode json(String text) {
    return JsonText.parse(text.replace('\'', '"'));
  }

  @Test
  void aKeywordIsLookedForInTheBody() {
    ImportResult result =
        kuma("'type':'keyword','keyword':'all is fine','accepted_statuscodes':['200']");
    assertThat(result.file().at("/monitors/0/checkType").asText()).isEqualTo("API");
    assertThat(JsonText.parse(result.file().at(AT).toString()))
        .isEqualTo(
            json(
                """
                {'url':'https://e.org/','method':'GET','followRedirects':true,'assertions':[
                  {'source':'STATUS_CODE','comparison':'EQUALS','target':'200'},
                  {'source':'TEXT_BODY','comparison':'CONTAINS','target':'all is fine'}]}"""));
    assertThat(notes(result)).isEmpty();
    assertThat(
            kuma("'type':'keyword','keyword':'Error','invertKeyword':true")
                .file()
                .at(AT + "/assertions/2/comparison")
                .asText())
        .isEqualTo("NOT_CONTAINS");
  }

  @ParameterizedTest
  @CsvSource({
    "status, ==, UP, $.status, EQUALS, UP",
    "$.a[0].b, !=, x, $.a[0].b, NOT_EQUALS, x",
    "n, >, 1.5, $.n, GREATER_THAN, 1.5",
    "n, <=, 3, $.n, LESS_THAN, 4",
    "$, contains, ok, $, CONTAINS, ok",
    "[2].id, '', 7, $[2].id, EQUALS, 7"
  })
  void aQueryIsAnAssertionOnJson(
      String path,
      String operator,
      String expected,
      String property,
      String comparison,
      String to) {
    JsonNode assertion =
        kuma("'type':'json-query','jsonPath':'%s','jsonPathOperator':'%s','expectedValue':'%s'"
                .formatted(path, operator, expected))
            .file()
            .at(AT + "/assertions/2");
    assertThat(JsonText.parse(assertion.toString()))
        .isEqualTo(
            json(
                "{'source':'JSON_BODY','property':'%s','comparison':'%s','target':'%s'}"
                    .formatted(property, comparison, to)));
  }

  @Test
  void aQueryThatIsNoPathIsNamed() {
    ImportResult result = kuma("'type':'json-query','jsonPath':'$sum(a)','expectedValue':'1'");
    assertThat(result.file().at(AT + "/assertions")).hasSize(2);
    assertThat(notes(result)).singleElement().asString().contains("jsonPath", "JSONPath");
  }

  @Test
  void aRequestKeepsWhatItCarries() {
    ImportResult result =
        kuma(
            """
            'type':'http','method':'post','headers':'{\\"X-Key\\":\\"S3CRET\\",\\"Host\\":\\"x\\"}',
            'body':'{\\"a\\":1}','httpBodyEncoding':'json','basic_auth_user':'me',
            'basic_auth_pass':'S3CRET','tlsKey':'S3CRET'""");
    JsonNode request = result.file().at(AT);
    assertThat(request.path("method").asText()).isEqualTo("POST");
    assertThat(request.path("bodyType").asText()).isEqualTo("JSON");
    assertThat(request.path("body").asText()).isEqualTo("{\"a\":1}");
    assertThat(request.at("/headers/0/value").asText()).isEqualTo("S3CRET");
    assertThat(request.path("headers")).hasSize(1);
    assertThat(request.at("/basicAuth/password").asText()).isEqualTo("S3CRET");
    assertThat(notes(result))
        .hasSize(2)
        .anyMatch(note -> note.contains("Host") && note.contains("sets this header itself"))
        .anyMatch(note -> note.contains("tlsKey"))
        .noneMatch(note -> note.contains("S3CRET"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "[BODY].status == UP | J:'$.status',C:'EQUALS',T:'UP'",
        "[BODY].a[0].b-c != x | J:'$.a[0]['b-c']',C:'NOT_EQUALS',T:'x'",
        "[BODY].n >= 18 | J:'$.n',C:'GREATER_THAN',T:'17'",
        "[BODY].n < 18 | J:'$.n',C:'LESS_THAN',T:'18'",
        "[BODY].x == null | J:'$.x',C:'IS_NULL',T:''",
        "has([BODY].errors) == false | J:'$.errors',C:'IS_NULL',T:''",
        "[BODY] == pat(*a.b*) | B:'regex':'(?s)^.*a\\.b.*$',C:'NOT_NULL',T:''",
        "[BODY].s == any(UP) | J:'$.s','regex':'^(?:UP)$',C:'NOT_NULL',T:''",
        "UP == [BODY].status | J:'$.status',C:'EQUALS',T:'UP'"
      })
  void aConditionOnTheBodyIsAnAssertion(String condition, String assertion) {
    ImportResult result = gatus("'conditions':['" + condition + "']");
    assertThat(result.file().at("/monitors/0/checkType").asText()).isEqualTo("API");
    JsonNode made = result.file().at(AT + "/assertions/0");
    String whole =
        assertion
            .replace("J:", "'source':'JSON_BODY','property':")
            .replace("B:", "'source':'TEXT_BODY',")
            .replace("C:", "'comparison':")
            .replace("T:", "'target':");
    String expected =
        "{" + whole.replace("'", "\"").replace("[\"b-c\"]", "['b-c']").replace("\\", "\\\\") + "}";
    assertThat(JsonText.parse(made.toString())).isEqualTo(JsonText.parse(expected));
  }

  @Test
  void oneOfSeveralTextsIsARegularExpression() {
    JsonNode made =
        gatus("'conditions':['[BODY].s != any(UP, O.K)']").file().at(AT + "/assertions/0");
    assertThat(made.path("regex").asText()).isEqualTo("^(?:UP|O\\.K)$");
    assertThat(made.path("comparison").asText()).isEqualTo("IS_NULL");
  }

  @Test
  void aConditionThatCountsIsNamed() {
    assertThat(notes(gatus("'conditions':['len([BODY].data) == 5']")))
        .singleElement()
        .asString()
        .contains("does not count");
  }

  @Test
  void anEndpointKeepsItsRequest() {
    ImportResult result =
        gatus(
            "'method':'POST','graphql':true,'body':'{ me }','headers':{'X-Key':'S3CRET'},"
                + "'conditions':['[STATUS] == 200']");
    JsonNode request = result.file().at(AT);
    assertThat(request.path("bodyType").asText()).isEqualTo("GRAPHQL");
    assertThat(request.at("/headers/0/key").asText()).isEqualTo("X-Key");
    assertThat(request.at("/assertions/0/target").asText()).isEqualTo("200");
    assertThat(notes(result)).isEmpty();
  }

  @Test
  void whatAServerSaysIsLookedAt() {
    ImportResult result =
        Gatus.read(
            JsonText.parse(
                """
                {"endpoints":[{"name":"m","url":"tcp://mail.example.org:25",
                 "conditions":["[BODY] == pat(220*)"]}]}"""));
    assertThat(result.file().at(AT + "/assertions/0/source").asText()).isEqualTo("RESPONSE_DATA");
    assertThat(result.file().at(AT + "/assertions/0/regex").asText()).isEqualTo("(?s)^220.*$");
  }
}
