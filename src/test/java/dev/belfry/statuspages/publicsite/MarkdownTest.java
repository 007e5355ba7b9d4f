package dev.belfry.statuspages.publicsite;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What readers get of the text of an update. */
class MarkdownTest {
  private static final String REL = " rel=\"noopener nofollow\"";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "A *small* **thing** | <p>A <em>small</em> <strong>thing</strong></p>",
        "# Update | <p><strong>Update</strong></p>",
        "`a < b` | <p><code>a &lt; b</code></p>",
        "A & B | <p>A &amp; B</p>",
      })
  void isMarkdown(String text, String html) {
    assertThat(Markdown.html(text)).isEqualTo(html);
  }

  @Test
  void keepsLines() {
    assertThat(Markdown.html("One\nTwo\n\nThree")).isEqualTo("<p>One<br>\nTwo</p>\n<p>Three</p>");
    assertThat(Markdown.html("- one\n- two")).startsWith("<ul>").contains("<li>one</li>");
  }

  @Test
  void linksWebAndEmailAddresses() {
    assertThat(Markdown.html("See https://example.org/a?b=1&c=2."))
        .isEqualTo(
            "<p>See <a%s href=\"https://example.org/a?b=1&amp;c=2\">".formatted(REL)
                + "https://example.org/a?b=1&amp;c=2</a>.</p>");
    assertThat(Markdown.html("[Write](mailto:ops@example.org)"))
        .contains("href=\"mailto:ops@example.org\"", REL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt:alert(1))",
        "[x](java\tscript:alert(1))",
        "[x](<java&#10;script:alert(1)>)",
        "[x](&#106;avascript:alert(1))",
        "[x](data:text/html;base64,PHNjcmlwdD4=)",
        "[x](vbscript:msgbox)",
        "[x](//evil.example/x)",
        "[x](/v1/checks)",
        "[x](file:///etc/passwd)",
        "<javascript:alert(1)>",
        "![x](javascript:alert(1))",
        "[x]\n\n[x]: javascript:alert(1)",
      })
  void hasNoOtherLinks(String text) {
    assertThat(Markdown.html(text)).doesNotContain("<a", "<img", "href=");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "a <b onmouseover=alert(1)>b</b>",
        "<!-- --><iframe src=//evil.example></iframe>",
        "<![CDATA[<svg/onload=alert(1)>]]>",
        "[<img src=x onerror=alert(1)>](https://example.org)",
        "```\n<script>alert(1)</script>\n```",
        "``` \"><script>alert(1)</script>\nx\n```",
        "[x](https://example.org/\"onclick=\"alert(1))",
        "[x](https://example.org 'a\" onclick=\"alert(1)')",
      })
  void hasNoHtmlOfItsOwn(String text) {
    String html = Markdown.html(text);
    assertThat(html.replaceAll("<(/?(p|a|code|pre|br|em|strong)( [^<>]*)?)>", ""))
        .doesNotContain("<", ">");
    assertThat(html.replaceAll("\"[^\"]*\"", "\"\"")).doesNotContain(" onclick", " onerror=\"");
  }

  @Test
  void loadsNoPicture() {
    assertThat(Markdown.html("![graph](https://example.org/a.png)"))
        .isEqualTo("<p><a%s href=\"https://example.org/a.png\">graph</a></p>".formatted(REL));
    assertThat(Markdown.html("![](https://example.org/a.png)"))
        .contains(">https://example.org/a.png</a>");
  }

  @ParameterizedTest
  @ValueSource(strings = {">", "* ", "[", "**a *", "![", "_a __", "`", "<a", "1. ", "- > "})
  void isNoLongerThanItsTextAllows(String piece) {
    String html = Markdown.html(piece.repeat(10_000 / piece.length()) + "x");
    assertThat(html).contains("x").hasSizeLessThan(200_000);
  }

  @Property(tries = 200)
  void isAlwaysSafe(@ForAll String text) {
    assertThat(Markdown.html(text)).doesNotContainIgnoringCase("<script", "<img", "javascript:\"");
  }
}
