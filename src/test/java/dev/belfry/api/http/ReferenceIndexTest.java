package dev.belfry.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ReferenceIndexTest {
  private static final String DOCUMENT =
      """
      info: {title: An API, description: "Reads `<b>` and **writes**.\\n\\n## Rules\\n\\nNone."}
      tags:
        - {name: Empty, description: Has no operation.}
        - {name: Two words, description: "First `one`, e.g.\\u00a0here.\\nSecond."}
      paths:
        /v1/things:
          parameters: []
          get: {tags: [Two words], operationId: listThings, summary: List <things>}
          post: {tags: [Two words], operationId: makeThing, deprecated: true}
      """;

  @Test
  void listsTheOperationsOfEachTagThatHasSome() throws IOException {
    ReferenceIndex index = ReferenceIndex.of(new YAMLMapper().readTree(DOCUMENT));
    assertThat(index.title()).isEqualTo("An API");
    assertThat(index.lead())
        .isEqualTo("<p>Reads <code>&lt;b&gt;</code> and <strong>writes</strong>.</p>");
    assertThat(index.rules()).isEqualTo("<h2>Rules</h2>\n<p>None.</p>");
    assertThat(index.size()).isEqualTo(2);
    assertThat(index.tags()).hasSize(1);
    ReferenceIndex.Tag tag = index.tags().get(0);
    assertThat(tag.lead()).isEqualTo("First <code>one</code>, e.g.\u00a0here.");
    assertThat(tag.operations())
        .containsExactly(
            new ReferenceIndex.Operation(
                "listThings",
                "GET",
                "/v1/things",
                "List <things>",
                "/Two%20words/listThings",
                false),
            new ReferenceIndex.Operation(
                "makeThing", "POST", "/v1/things", "", "/Two%20words/makeThing", true));
  }
}
