package dev.belfry.alerting.mail;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The content of an e-mail, independent of its form as text or HTML. All texts are plain; renderers
 * escape them. Only {@link #text()} may contain line feeds.
 *
 * @param subject one line
 * @param text written by a user, possibly empty
 * @param actions links to the next steps
 * @param table of things of the same kind, null without one
 */
public record EmailContent(
    String subject,
    Heading heading,
    String text,
    List<Fact> facts,
    List<Link> actions,
    Closing closing,
    @Nullable Table table) {
  public EmailContent {
    requireNonNull(subject);
    requireNonNull(heading);
    requireNonNull(text);
    requireNonNull(closing);
    facts = List.copyOf(facts);
    actions = List.copyOf(actions);
  }

  /** Content without a table. */
  EmailContent(
      String subject,
      Heading heading,
      String text,
      List<Fact> facts,
      List<Link> actions,
      Closing closing) {
    this(subject, heading, text, facts, actions, closing, null);
  }

  /**
   * The beginning of the message.
   *
   * @param badge the state in a word or two
   * @param title name of the subject
   * @param lead what happened in one sentence, possibly empty
   */
  public record Heading(EmailStyle style, String badge, String title, String lead) {}

  /**
   * A labelled value.
   *
   * @param address target of a link, null without link
   */
  public record Fact(String label, String value, @Nullable URI address) {
    Fact(String label, String value) {
      this(label, value, null);
    }
  }

  /**
   * Rows with a cell for each column; the first one names the row.
   *
   * @param columns headings
   */
  public record Table(List<String> columns, List<Row> rows) {
    public Table {
      columns = List.copyOf(columns);
      rows = List.copyOf(rows);
    }
  }

  /** A row of a table. */
  public record Row(EmailStyle style, List<String> cells) {
    public Row {
      cells = List.copyOf(cells);
    }
  }

  /** A button or a link. */
  public record Link(String label, URI address) {}

  /**
   * The end of the message.
   *
   * @param reason why the receiver gets the message
   * @param unsubscribe link to unsubscribe, null when the receiver cannot
   */
  public record Closing(String reason, @Nullable Link unsubscribe) {}
}
