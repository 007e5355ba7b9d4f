package dev.belfry.alerting.mail;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URI;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes the monthly e-mail about objectives. Pure. */
final class ObjectiveReportEmail {
  private static final DateTimeFormatter MONTH =
      DateTimeFormatter.ofPattern("MMMM uuuu", Locale.ENGLISH);
  private static final List<String> COLUMNS =
      List.of("Objective", "Target", "Attained", "Budget left", "Missed runs");
  private static final int LONGEST_NAME = 120;
  private static final String UNKNOWN = "–";

  private final ObjectiveReportSummary report;
  private final boolean attached;

  private ObjectiveReportEmail(ObjectiveReportSummary report, boolean attached) {
    this.report = report;
    this.attached = attached;
  }

  /**
   * The content of the e-mail.
   *
   * @param attached whether the file with all objectives is attached
   * @param console address of the list of objectives
   * @param file address of the file
   */
  static EmailContent of(
      ObjectiveReportSummary report,
      boolean attached,
      String address,
      Instant at,
      String console,
      String file) {
    return new ObjectiveReportEmail(report, attached).content(address, at, console, file);
  }

  /** Name of the file with all objectives. */
  static String fileName(ObjectiveReportSummary report) {
    return "objectives-" + report.month() + ".csv";
  }

  private EmailContent content(String address, Instant at, String console, String file) {
    String month = MONTH.format(report.month());
    List<EmailContent.Link> links = new ArrayList<>();
    add(links, "Open the objectives", console);
    if (!attached) {
      add(links, "Download the file", file);
    }
    return new EmailContent(
        "Objectives in " + month + ": " + verdict(),
        new EmailContent.Heading(style(), badge(), "Objectives in " + month, lead()),
        "",
        facts(at),
        links,
        new EmailContent.Closing(
            "You receive this because an alert channel for "
                + Wording.line(address, 254)
                + " asks for a report about objectives each month.",
            null),
        new EmailContent.Table(COLUMNS, report.lines().stream().map(this::row).toList()));
  }

  private static void add(List<EmailContent.Link> links, String text, String address) {
    URI target = Wording.link(address);
    if (target != null) {
      links.add(new EmailContent.Link(text, target));
    }
  }

  private int judged() {
    return report.objectives() - report.unjudged();
  }

  private EmailStyle style() {
    if (report.breached() > 0) {
      return EmailStyle.BAD;
    }
    return judged() > 0 ? EmailStyle.GOOD : EmailStyle.PLAIN;
  }

  private String badge() {
    if (report.breached() > 0) {
      return "Missed";
    }
    return judged() > 0 ? "Met" : "Too few runs";
  }

  private String verdict() {
    if (report.breached() > 0) {
      return report.breached() + " of " + judged() + " missed";
    }
    return judged() > 0 ? "all met" : "too few runs to judge";
  }

  private String lead() {
    String unjudged =
        report.unjudged() == 0
            ? ""
            : " " + Wording.count(report.unjudged(), "objective") + " had too few runs to judge.";
    if (judged() == 0) {
      return unjudged.strip();
    }
    String met =
        "%d of %s met their target."
            .formatted(judged() - report.breached(), Wording.count(judged(), "objective"));
    return met + unjudged;
  }

  private List<EmailContent.Fact> facts(Instant at) {
    List<EmailContent.Fact> facts = new ArrayList<>();
    int more = report.objectives() - report.lines().size();
    if (more > 0) {
      facts.add(new EmailContent.Fact("More", Wording.count(more, "objective") + " in the file"));
    }
    facts.add(
        new EmailContent.Fact(
            "File",
            attached
                ? fileName(report) + ", attached, with all objectives"
                : "too large for an e-mail; download it from the API"));
    facts.add(new EmailContent.Fact("Month", report.month() + ", in UTC"));
    facts.add(new EmailContent.Fact("Sent", Wording.time(at)));
    return facts;
  }

  private EmailContent.Row row(ObjectiveReportSummary.Line line) {
    Double attained = line.attained();
    Double share = line.remainingShare();
    EmailStyle style = share == null ? EmailStyle.PLAIN : EmailStyle.GOOD;
    return new EmailContent.Row(
        share != null && share < 0 ? EmailStyle.BAD : style,
        List.of(
            Wording.line(line.name(), LONGEST_NAME),
            plain(line.target()) + " %",
            attained == null ? "too few runs" : plain(attained) + " %",
            left(share, line.remainingMinutes()),
            Long.toString(line.missed())));
  }

  private static String left(@Nullable Double share, @Nullable Double minutes) {
    if (share == null || minutes == null) {
      return UNKNOWN;
    }
    return share < 0
        ? "overspent by " + left(-share, -minutes, RoundingMode.CEILING)
        : left(share, minutes, RoundingMode.FLOOR);
  }

  private static String left(double share, double minutes, RoundingMode rounding) {
    BigDecimal tenths = BigDecimal.valueOf(minutes).setScale(1, rounding);
    return BigDecimal.valueOf(share).setScale(0, rounding).toPlainString()
        + " % ("
        + plain(tenths.doubleValue())
        + " min)";
  }

  private static String plain(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }
}
