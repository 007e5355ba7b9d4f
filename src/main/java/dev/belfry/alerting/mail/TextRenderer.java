package dev.belfry.alerting.mail;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Renders an e-mail as text in lines of 76 columns; links are never broken. Pure. */
public final class TextRenderer {
  private static final int WIDTH = 76;

  private final List<String> lines = new ArrayList<>();

  private TextRenderer() {}

  /** The text; every line ends with a line feed. */
  public static String of(EmailContent content) {
    return new TextRenderer().write(content);
  }

  private String write(EmailContent content) {
    EmailContent.Heading heading = content.heading();
    paragraph("[" + heading.badge() + "] " + heading.title());
    if (!heading.lead().isEmpty()) {
      paragraph(heading.lead());
    }
    if (!content.text().isEmpty()) {
      content.text().lines().forEach(line -> wrap("", "", line));
      lines.add("");
    }
    table(content.table());
    facts(content.facts());
    for (EmailContent.Link action : content.actions()) {
      lines.add(action.label() + ":");
      lines.add(action.address().toString());
      lines.add("");
    }
    lines.add("-- "); // The mark of a signature (RFC 3676, 4.3).
    wrap("", "", content.closing().reason());
    EmailContent.Link unsubscribe = content.closing().unsubscribe();
    if (unsubscribe != null) {
      lines.add(unsubscribe.label() + ":");
      lines.add(unsubscribe.address().toString());
    }
    return lines.stream().collect(Collectors.joining("\n", "", "\n"));
  }

  private void paragraph(String text) {
    wrap("", "", text);
    lines.add("");
  }

  /** Each row is a line with its name and one with its other cells. */
  private void table(EmailContent.@Nullable Table table) {
    if (table == null || table.rows().isEmpty()) {
      return;
    }
    for (EmailContent.Row row : table.rows()) {
      wrap("", "  ", row.cells().get(0));
      StringBuilder others = new StringBuilder();
      for (int i = 1; i < row.cells().size(); i++) {
        others.append(i == 1 ? "" : "; ").append(table.columns().get(i)).append(": ");
        others.append(row.cells().get(i));
      }
      wrap("  ", "  ", others.toString());
    }
    lines.add("");
  }

  private void facts(List<EmailContent.Fact> facts) {
    int width = facts.stream().mapToInt(fact -> fact.label().length()).max().orElse(0) + 3;
    for (EmailContent.Fact fact : facts) {
      String label = fact.label() + ":";
      wrap(label + " ".repeat(width - label.length()), " ".repeat(width), fact.value());
    }
    if (!facts.isEmpty()) {
      lines.add("");
    }
  }

  private void wrap(String first, String others, String text) {
    StringBuilder line = new StringBuilder(first);
    int words = 0;
    for (String word : text.strip().split("\\s+", -1)) {
      if (words > 0 && line.length() + 1 + word.length() > WIDTH) {
        lines.add(line.toString());
        line = new StringBuilder(others);
        words = 0;
      }
      line.append(words == 0 ? "" : " ").append(word);
      words++;
    }
    lines.add(line.toString());
  }
}
