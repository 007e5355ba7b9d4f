package dev.belfry.api.http;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Entity tags and what headers say about them. */
class TagConditionTest {
  private static final Buffer ONE = Buffer.buffer("{\"name\":\"a\",\"health\":\"GOOD\"}");
  private static final Buffer SICK = Buffer.buffer("{\"name\":\"a\",\"health\":\"BAD\"}");
  private static final Buffer OTHER = Buffer.buffer("{\"name\":\"b\",\"health\":\"GOOD\"}");

  private final EntityTagger tagger = new EntityTagger();

  private static TagCondition parse(String header) {
    return requireNonNull(TagCondition.parse(header), header);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"a\"", " \"a\" ", "\"b\",\"a\"", "\"b\" , ,\"a\"", ",\"a\",", "*"})
  void namesWhatItLists(String header) {
    assertThat(parse(header).names("\"a\"")).isTrue();
    assertThat(parse(header).holdsFor("\"a\"")).isTrue();
  }

  @Test
  void listsNothingElse() {
    TagCondition condition = parse("\"a\", \"b,c\", \"\", \"W/\"");
    assertThat(condition.tags()).hasSize(4);
    assertThat(condition.names("\"b\"")).isFalse();
    assertThat(condition.names("\"b,c\"")).isTrue();
    assertThat(condition.names("\"\"")).isTrue();
  }

  @Test
  void weakTagsSayWhatIsKnownButNotWhatMayBeChanged() {
    TagCondition weak = parse("W/\"a\"");
    assertThat(weak.names("\"a\"")).isTrue();
    assertThat(weak.holdsFor("\"a\"")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",",
        "a",
        "\"a",
        "a\"",
        "w/\"a\"",
        "\"a\" \"b\"",
        "\"a\", b",
        "*, \"a\"",
        "\"a\"x"
      })
  void anythingElseIsNotWellFormed(String header) {
    assertThat(TagCondition.parse(header)).isNull();
  }

  @Test
  void tagsAreStrongAndTellDocumentsApart() {
    String tag = tagger.tag(ONE, List.of());
    assertThat(tag).matches("\"[A-Za-z0-9_-]{22}\"");
    assertThat(tagger.tag(ONE.copy(), List.of())).isEqualTo(tag);
    assertThat(tagger.tag(OTHER, List.of())).isNotEqualTo(tag);
  }

  @Test
  void whatChangesByItselfIsNewsButNoChange() {
    List<String> members = List.of("health");
    String tag = tagger.tag(ONE, members);
    String sick = tagger.tag(SICK, members);
    String other = tagger.tag(OTHER, members);

    assertThat(parse(tag).names(sick)).isFalse();
    assertThat(parse(tag).holdsFor(sick)).isTrue();
    assertThat(parse(tag).holdsFor(other)).isFalse();
  }
}
