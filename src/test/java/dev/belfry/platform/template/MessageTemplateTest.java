package dev.belfry.platform.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageTemplateTest {
  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

  private static final Map<String, Object> VARIABLES =
      Map.of(
          "ALERT_TITLE", "\"Shop\" <has> failed\n& more",
          "CHECK_NAME", "Shop",
          "RESPONSE_TIME", 1250,
          "IS_REMINDER", false,
          "STARTED_AT", "2026-02-10T13:45:09.120Z",
          "TAGS", List.of("shop", "team:payments", "env:prod"),
          "$UUID", "0b9e",
          "$RANDOM_NUMBER", 42,
          "EMPTY", "");

  private static String rendered(String text, Escape escape) throws TemplateException {
    return MessageTemplate.of(text, escape).render(VARIABLES, NOW);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "plain text                                            | plain text",
        "{{CHECK_NAME}}                                        | Shop",
        "[{{NOBODY_KNOWS}}]                                    | []",
        "[{{NOBODY.KNOWS.THIS}}]                               | []",
        "{{TAGS}}                                              | shop,team:payments,env:prod",
        "{{$UUID}}/{{$RANDOM_NUMBER}}                          | 0b9e/42",
        "{{#if IS_REMINDER}}r{{else}}first{{/if}}              | first",
        "{{#unless IS_REMINDER}}first{{/unless}}               | first",
        "{{#each TAGS}}<{{this}}>{{/each}}                     | <shop><team:payments><env:prod>",
        "{{#each TAGS}}{{@index}}{{#unless @last}},{{/unless}}{{/each}} | 0,1,2",
        "{{#each NOBODY}}x{{else}}none{{/each}}                | none",
        "{{#TAGS}}{{this}};{{/TAGS}}                           | shop;team:payments;env:prod;",
        "{{#eq CHECK_NAME \"Shop\"}}y{{else}}n{{/eq}}          | y",
        "{{#if (eq CHECK_NAME \"Shop\")}}y{{/if}}              | y",
        "{{#isnt CHECK_NAME \"Shop\"}}y{{else}}n{{/isnt}}      | n",
        "{{#gt RESPONSE_TIME 999}}slow{{/gt}}                  | slow",
        "{{#if (gte RESPONSE_TIME 1250)}}y{{/if}}              | y",
        "{{#if (lt RESPONSE_TIME 1250)}}y{{else}}n{{/if}}      | n",
        "{{#if (lte RESPONSE_TIME 1250.0)}}y{{/if}}            | y",
        "{{#if (and CHECK_NAME TAGS)}}y{{/if}}                 | y",
        "{{#if (or EMPTY NOBODY)}}y{{else}}n{{/if}}            | n",
        "{{#if (not EMPTY)}}y{{/if}}                           | y",
        "{{#contains TAGS \"shop\"}}y{{/contains}}             | y",
        "{{#contains TAGS \"sho\"}}y{{else}}n{{/contains}}     | n",
        "{{#contains CHECK_NAME \"ho\"}}y{{/contains}}         | y",
        "{{#startsWith CHECK_NAME \"Sh\"}}y{{/startsWith}}     | y",
        "{{default EMPTY \"none\"}}                            | none",
        "{{default CHECK_NAME \"none\"}}                       | Shop",
        "{{replace CHECK_NAME \"Sh\" \"St\"}}                  | Stop",
        "{{#each (split \"a,b\" \",\")}}{{this}}{{/each}}      | ab",
        "{{tagValue \"team\"}}                                 | payments",
        "{{tagValue TAGS \"env\"}}                             | prod",
        "[{{tagValue \"nobody\"}}]                             | []",
        "{{date STARTED_AT \"YYYY-MM-DD\"}}                    | 2026-02-10",
        "{{moment STARTED_AT format=\"D MMM YYYY, HH:mm\"}}    | 10 Feb 2026, 13:45",
        "{{date STARTED_AT \"HH:mm Z\" \"Europe/Berlin\"}}     | 14:45 +01:00",
        "{{date STARTED_AT}}                                   | 2026-02-10T13:45:09.120Z",
        "{{date STARTED_AT \"X\"}}                             | 1770731109",
        "{{date CHECK_NAME \"YYYY\"}}                          | Shop",
        "{{date \"now\" \"YYYY\"}}                             | 2026"
      })
  void knowsTheWordsOfTheContract(String template, String expected) throws TemplateException {
    assertThat(rendered(template, Escape.NONE)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "JSON   | {{ALERT_TITLE}}   | \\\"Shop\\\" <has> failed\\n& more",
        "MARKUP | {{replace \"<a> & b\" \"x\" \"\"}} | &lt;a&gt; &amp; b",
        "JSON   | {{{CHECK_NAME}}}  | Shop"
      })
  void escapesForWhatIsSent(Escape escape, String template, String expected)
      throws TemplateException {
    assertThat(rendered(template, escape)).isEqualTo(expected);
  }

  @Test
  void threeBracesEscapeNothing() throws TemplateException {
    assertThat(rendered("{{{ALERT_TITLE}}}", Escape.JSON)).isEqualTo(VARIABLES.get("ALERT_TITLE"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{{#if CHECK_NAME}}",
        "{{CHECK_NAME",
        "{{#each TAGS}}{{/if}}",
        "{{nobodyKnows CHECK_NAME}}",
        "{{#*inline \"x\"}}a{{/inline}}",
        "{{/if}}",
        "{{log CHECK_NAME}}",
        "{{include CHECK_NAME}}",
        "{{precompile \"a\"}}",
        "{{lookup TAGS 0}}"
      })
  void refusesWhatItCannotRead(String template) {
    assertThatThrownBy(() -> MessageTemplate.of(template, Escape.NONE))
        .isInstanceOf(TemplateException.class)
        .message()
        .startsWith("must be a template")
        .hasSizeLessThan(300);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{{> other}}",
        "{{> ../../../etc/passwd}}",
        "{{~> x}}",
        "{{#> x}}y{{/x}}",
        "{{=<% %>=}}<%> x%>"
      })
  void reachesNoOtherTemplate(String template) {
    assertThatThrownBy(() -> rendered(template, Escape.NONE)).isInstanceOf(TemplateException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{{CHECK_NAME.class}}",
        "{{CHECK_NAME.class.name}}",
        "{{TAGS.class}}",
        "{{CHECK_NAME.bytes}}",
        "{{TAGS.size}}",
        "{{this.class}}",
        "{{TAGS.[0].class}}",
        "{{@root.class}}"
      })
  void looksIntoNoObject(String template) throws TemplateException {
    assertThat(rendered(template, Escape.NONE)).isEmpty();
  }

  @Test
  void boundsLoopsWithinLoops() {
    String loops = "{{#each TAGS}}".repeat(12) + "x" + "{{/each}}".repeat(12);
    assertThatThrownBy(() -> rendered(loops, Escape.NONE))
        .isInstanceOf(TemplateException.class)
        .message()
        .contains("20000 steps");
  }

  @Test
  void boundsWhatIsProduced() {
    String big = "x".repeat(20_000);
    String loops = "{{#each TAGS}}".repeat(5) + big + "{{/each}}".repeat(5);
    assertThatThrownBy(() -> rendered(loops, Escape.NONE))
        .isInstanceOf(TemplateException.class)
        .message()
        .contains("characters");
    String inner = "(replace ALERT_TITLE \"a\" \"" + "a".repeat(3_000) + "\")";
    for (int i = 0; i < 3; i++) {
      inner = "(replace " + inner + " \"a\" \"" + "a".repeat(3_000) + "\")";
    }
    String grows = "{{default " + inner + "}}";
    assertThatThrownBy(() -> rendered(grows, Escape.NONE)).isInstanceOf(TemplateException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 2_300})
  void survivesDeepNesting(int depth) throws TemplateException {
    String deep = "{{#if A}}".repeat(depth) + "{{/if}}".repeat(depth);
    try {
      assertThat(rendered(deep, Escape.NONE)).isEmpty();
    } catch (TemplateException expected) {
      assertThat(expected.sentence()).contains("nested too deeply");
    }
  }

  @Test
  void survivesManyParentheses() {
    String deep = "{{default " + "(".repeat(10_000) + ")".repeat(10_000) + "}}";
    assertThatThrownBy(() -> rendered(deep, Escape.NONE)).isInstanceOf(TemplateException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "application/json, JSON",
    "text/html, MARKUP",
    "application/xml, MARKUP",
    "text/plain, NONE"
  })
  void escapesByContentType(String type, Escape expected) {
    assertThat(Escape.forContent(type)).isEqualTo(expected);
    assertThat(Escape.forContent(null)).isEqualTo(Escape.JSON);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "KEY                               | ''",
        "{{KEY}}                           | KEY",
        "{{#if (eq MY-KEY \"x\")}}a{{/if}}  | MY-KEY a eq if x",
        "{{lookup this \"_9\"}}             | _9 lookup this"
      })
  void namesTheWordsThatItMayRead(String text, String words) {
    assertThat(MessageTemplate.names(text))
        .containsExactlyInAnyOrder(words.isEmpty() ? new String[0] : words.split(" "));
  }
}
