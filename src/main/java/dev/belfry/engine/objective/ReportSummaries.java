package dev.belfry.engine.objective;

import dev.belfry.alerting.mail.ObjectiveReportSummary;
import java.nio.charset.StandardCharsets;
import java.time.YearMonth;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Sums the entries of a report up for a mail. Pure. */
final class ReportSummaries {
  /** A larger file is not attached: many mail servers refuse it. */
  static final int MOST_BYTES = 2_000_000;

  /** Missed targets first, the most overspent first; then objectives without a verdict. */
  private static final Comparator<ReportEntry> WORST_FIRST =
      Comparator.comparingInt(ReportSummaries::rank)
          .thenComparingDouble(
              entry -> Objects.requireNonNullElse(entry.status().remainingShare(), 0.0))
          .thenComparingLong(entry -> entry.row().id());

  private ReportSummaries() {}

  static ObjectiveReportSummary of(YearMonth month, List<ReportEntry> entries) {
    return new ObjectiveReportSummary(
        month,
        entries.size(),
        count(entries, ObjectiveStatus.Judgement.BREACHED),
        count(entries, ObjectiveStatus.Judgement.INSUFFICIENT_DATA),
        entries.stream()
            .sorted(WORST_FIRST)
            .limit(ObjectiveReportSummary.MOST_LINES)
            .map(ReportSummaries::line)
            .toList());
  }

  /** The file to attach, null when it is too large. */
  static @Nullable String csv(List<ReportEntry> entries) {
    String csv = ReportEntry.csv(entries);
    return csv.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES ? null : csv;
  }

  private static int rank(ReportEntry entry) {
    return switch (entry.status().verdict()) {
      case BREACHED -> 0;
      case INSUFFICIENT_DATA -> 1;
      case MET -> 2;
    };
  }

  private static int count(List<ReportEntry> entries, ObjectiveStatus.Judgement verdict) {
    return (int) entries.stream().filter(entry -> entry.status().verdict() == verdict).count();
  }

  private static ObjectiveReportSummary.Line line(ReportEntry entry) {
    ObjectiveStatus status = entry.status();
    return new ObjectiveReportSummary.Line(
        entry.row().objective().name(),
        status.target(),
        status.attained(),
        status.remainingShare(),
        status.remainingMinutes(),
        status.runs().missed());
  }
}
