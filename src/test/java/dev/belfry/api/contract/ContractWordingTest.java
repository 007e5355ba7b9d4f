package dev.belfry.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The prose of the contract can be read once. A sentence ends at a full stop, a question mark or an
 * exclamation mark, at the end of its paragraph, list item or table row. Code blocks are left out,
 * and code spans do not count as words.
 */
class ContractWordingTest {
  private static final int MOST_WORDS = 30;
  private static final Set<String> METHODS =
      Set.of("get", "put", "post", "delete", "options", "head", "patch", "trace");
  private static final Set<String> VALUES = Set.of("example", "examples", "default", "enum");
  private static final Pattern CODE_BLOCK = Pattern.compile("(?s)```.*?```");
  private static final Pattern CODE_SPAN = Pattern.compile("`[^`]*`");
  private static final Pattern PARAGRAPH_END =
      Pattern.compile("\\n\\s*\\n|\\n(?=\\s*[-*|#] ?)|\\n\\s*\\d+\\. ");
  private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?])\\s+");
  private static final Pattern BANNED_ANYWHERE =
      Pattern.compile(
          "(?i)\\b(whoever|somebody|someone|nobody|anybody|meanwhile|what (is|are|was|were))\\b");
  private static final Pattern BANNED_AT_THE_BEGINNING =
      Pattern.compile("(?i)^\\W*(what|whatever|who|those who)\\b.*");

  private static final JsonNode DOCUMENT = ContractDocument.read().document();

  @Test
  void givesEveryOperationASummaryOfItsOwn() {
    List<String> summaries = new ArrayList<>();
    for (JsonNode path : DOCUMENT.path("paths")) {
      for (Map.Entry<String, JsonNode> member : path.properties()) {
        if (METHODS.contains(member.getKey())) {
          summaries.add(member.getValue().path("summary").asText());
        }
      }
    }

    assertThat(summaries)
        .isNotEmpty()
        .doesNotHaveDuplicates()
        .allSatisfy(summary -> assertThat(summary).matches("[A-Z][^.]+"));
  }

  @Test
  void saysOneFactInASentence() {
    assertThat(sentences()).filteredOn(sentence -> words(sentence) > MOST_WORDS).isEmpty();
  }

  @Test
  void namesTheActor() {
    assertThat(sentences())
        .filteredOn(
            sentence ->
                BANNED_ANYWHERE.matcher(sentence).find()
                    || BANNED_AT_THE_BEGINNING.matcher(sentence).matches())
        .isEmpty();
  }

  @Test
  void findsWhatItForbids() {
    assertThat(sentences("It runs.\n\n- Whoever asks\n- Who asks. It is `what is` told"))
        .containsExactly("It runs.", "- Whoever asks", "- Who asks.", "It is ` ` told");
    assertThat(BANNED_ANYWHERE.matcher("- Whoever asks").find()).isTrue();
    assertThat(BANNED_AT_THE_BEGINNING.matcher("- Who asks.").matches()).isTrue();
    assertThat(words("It is ` ` told, e.g. | by mail")).isEqualTo(6);
  }

  private static List<String> sentences() {
    List<String> texts = new ArrayList<>();
    collect(DOCUMENT, texts);
    assertThat(texts).hasSizeGreaterThan(1_000);
    return texts.stream().flatMap(text -> sentences(text).stream()).toList();
  }

  private static List<String> sentences(String text) {
    String prose = CODE_SPAN.matcher(CODE_BLOCK.matcher(text).replaceAll("")).replaceAll("` `");
    return Arrays.stream(PARAGRAPH_END.split(prose))
        .flatMap(paragraph -> Arrays.stream(SENTENCE_END.split(paragraph.strip())))
        .map(sentence -> sentence.replaceAll("\\s+", " "))
        .filter(sentence -> !sentence.isEmpty())
        .toList();
  }

  private static long words(String sentence) {
    return Arrays.stream(sentence.split(" ", -1))
        .filter(word -> word.chars().anyMatch(Character::isLetterOrDigit))
        .count();
  }

  private static void collect(JsonNode node, List<String> texts) {
    if (node.isArray()) {
      node.forEach(entry -> collect(entry, texts));
    }
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      JsonNode value = member.getValue();
      if (value.isTextual() && Set.of("summary", "description").contains(member.getKey())) {
        texts.add(value.asText());
      } else if (!VALUES.contains(member.getKey())) {
        collect(value, texts);
      }
    }
  }
}
