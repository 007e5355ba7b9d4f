package dev.belfry.api.badge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;

/** {@link Badge} and {@link BadgeSvg}. */
class BadgeSvgTest {
  static Stream<Arguments> looks() {
    return Arrays.stream(BadgeStyle.values())
        .flatMap(
            style -> Arrays.stream(BadgeTheme.values()).map(theme -> Arguments.of(style, theme)));
  }

  @ParameterizedTest
  @MethodSource("looks")
  void isWellFormedAndReadOutInEveryLook(BadgeStyle style, BadgeTheme theme) throws Exception {
    Badge badge = Badge.of("Größe <&> \"x\" 日本\u0001", "passing | 12 ms", Badge.GREEN);
    Element svg = parse(BadgeSvg.draw(badge, style, theme));
    String said = "Größe <&> \"x\" 日本\uFFFD: passing | 12 ms";
    assertThat(svg.getAttribute("aria-label")).isEqualTo(said);
    assertThat(svg.getAttribute("role")).isEqualTo("img");
    assertThat(svg.getElementsByTagName("title").item(0).getTextContent()).isEqualTo(said);
    assertThat(svg.getElementsByTagName("text").getLength()).isEqualTo(2);
    int width = Integer.parseInt(svg.getAttribute("width"));
    assertThat(svg.getAttribute("viewBox")).isEqualTo("0 0 " + width + " " + style.height());
  }

  @Test
  void makesRoomForItsText() throws Exception {
    int brief = width(Badge.of("a", "passing", Badge.GREEN));
    int longer = width(Badge.of("a long name of a check", "passing", Badge.GREEN));
    assertThat(longer).isGreaterThan(brief + 100);
    Badge cut = Badge.of("😀".repeat(200), "passing", Badge.GREEN);
    assertThat(cut.label()).isEqualTo("😀".repeat(59) + "…");
  }

  private static int width(Badge badge) throws Exception {
    Element svg = parse(BadgeSvg.draw(badge, BadgeStyle.FLAT, BadgeTheme.DEFAULT));
    return Integer.parseInt(svg.getAttribute("width"));
  }

  private static Element parse(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)))
        .getDocumentElement();
  }
}
